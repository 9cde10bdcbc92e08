import { CircleCheck } from 'lucide-react';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { nextPageOf, readPageCount } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { ATTENTION_PAGE, listAttention } from '#shop/attention/list-attention.ts';
import { readBackupState } from '#shop/backups/read-backup-state.ts';
import { listFailingChannels } from '#shop/alerts/list-failing-channels.ts';
import { countWithheldFiles, listWithheldFiles } from '#shop/delivery/examining/list-withheld-files.ts';
import { countBrokenFiles, listBrokenFiles } from '#shop/delivery/files/list-broken-files.ts';
import { readPatchDraft } from '#shop/delivery/patch/patch-draft.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { listLatestDisputes } from '#shop/disputes/list-disputes.ts';
import { countDifferences, listDifferences } from '#shop/ledger/reconciliation/list-differences.ts';
import { listUnread } from '#shop/ledger/reconciliation/list-unread.ts';
import { nameProvider } from '#shop/payments/name-provider.ts';
import { countGivenUp, listGivenUp } from '#shop/given-up/list-given-up.ts';
import { listWebhooks } from '#shop/programs/webhooks/change-webhooks.ts';
import { count } from '#shop/text/count.ts';
import type { Route } from './+types/attention';
import { AttentionCard } from './attention-card.tsx';
import { BrokenFileCard } from './broken-file-card.tsx';
import { DifferenceCard } from './difference-card.tsx';
import { DisputeSection } from './dispute-section.tsx';
import { FailingBackupCard } from './failing-backup-card.tsx';
import { FailingChannelCard } from './failing-channel-card.tsx';
import { GivenUpCard } from './given-up-card.tsx';
import { OffWebhookCard } from './off-webhook-card.tsx';
import { UnreadListCard } from './unread-list-card.tsx';
import { WithheldFileCard } from './withheld-file-card.tsx';
import { PatchDraftCard } from '../files/patch-draft-card.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Atenção');

const FAILURE = {
  title: 'Erro ao carregar pendências',
  description: 'Não foi possível carregar as pendências.',
};

export const loader = staffLoader('orders.read', FAILURE, async ({ shop, role, url }) => {
  const pages = readPageCount(url.searchParams);
  const shown = pages * ATTENTION_PAGE;
  const mayReconcile = mayDo(role, 'reconciliation');
  const [entries, givenUp, failing, broken, withheld, disputes, backup, hooks, differences, unread, draft] =
    await Promise.all([
      listAttention(shop, { atMost: shown + 1 }),
      listGivenUp(shop),
      listFailingChannels(shop),
      listBrokenFiles(shop),
      listWithheldFiles(shop),
      mayDo(role, 'disputes') ? listLatestDisputes(shop) : [],
      readBackupState(shop),
      listWebhooks(shop),
      mayReconcile ? listDifferences(shop) : [],
      mayReconcile ? listUnread(shop) : [],
      readPatchDraft(shop),
    ]);
  const [{ mail, webhook }, brokenFiles, withheldFiles, allDifferences] = await Promise.all([
    countGivenUp(shop),
    countBrokenFiles(shop),
    countWithheldFiles(shop),
    mayReconcile ? countDifferences(shop) : 0,
  ]);
  return {
    backup: backup.trouble,
    broken,
    differences: differences.map((difference) => ({
      difference,
      provider: nameProvider(shop, difference.gateway).spoken,
    })),
    disputes,
    draft,
    failing,
    givenUp,
    withheld,
    /** Of each list that is cut, how many more there are. */
    hidden: {
      broken: brokenFiles - broken.length,
      differences: allDifferences - differences.length,
      givenUp: mail + webhook - givenUp.length,
      withheld: withheldFiles - withheld.length,
    },
    unread: unread.map((each) => ({ unread: each, provider: nameProvider(shop, each.gateway).spoken })),
    // The rest of its address may hold a secret, which is not for everybody who reads this.
    off: hooks.flatMap(({ id, url, switchedOffAt }) =>
      switchedOffAt === null ? [] : [{ id, host: new URL(url).host, switchedOffAt }],
    ),
    entries: entries.slice(0, shown),
    nextPage: entries.length > shown ? nextPageOf(pages) : null,
  };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** First what the shop gave up, then everything about money that a person must decide, each with the oldest first. */
export default function AdminAttention({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders', 'attention');
  return (
    <PanelPage title="Atenção" loaded={loaderData}>
      {({
        entries,
        givenUp,
        failing,
        broken,
        withheld,
        hidden,
        off,
        backup,
        draft,
        differences,
        unread,
        disputes,
        nextPage,
      }) => (
        <>
          {[entries, givenUp, failing, broken, withheld, off, differences, unread].every(
            ({ length }) => length === 0,
          ) &&
          backup === null &&
          draft === null ? (
            <EmptyState
              icon={CircleCheck}
              title="Nada esperando por você"
              about="Pagamentos com valor diferente, devoluções pendentes, contestações, e-mails que não saíram e arquivos quebrados ou suspeitos aparecem aqui."
            />
          ) : (
            <ul className="mt-4 flex flex-col gap-3">
              {backup && (
                <li>
                  <FailingBackupCard trouble={backup} />
                </li>
              )}
              {draft && (
                <li>
                  <PatchDraftCard draft={draft} />
                </li>
              )}
              {failing.map((one) => (
                <li key={one.channel}>
                  <FailingChannelCard failing={one} />
                </li>
              ))}
              {off.map((hook) => (
                <li key={hook.id}>
                  <OffWebhookCard hook={hook} />
                </li>
              ))}
              {unread.map((each) => (
                <li key={`${each.unread.gateway} unread`}>
                  <UnreadListCard {...each} />
                </li>
              ))}
              {broken.map((one) => (
                <li key={one.skin.sku}>
                  <BrokenFileCard broken={one} />
                </li>
              ))}
              <Hidden n={hidden.broken} of={['arquivo quebrado aparece', 'arquivos quebrados aparecem']} />
              {withheld.map((file) => (
                <li key={`${file.sku} withheld`}>
                  <WithheldFileCard file={file} />
                </li>
              ))}
              <Hidden
                n={hidden.withheld}
                of={['arquivo para olhar aparece', 'arquivos para olhar aparecem']}
              />
              {givenUp.map((entry) => (
                <li key={entry.id}>
                  <GivenUpCard entry={entry} />
                </li>
              ))}
              <Hidden n={hidden.givenUp} of={['e-mail ou webhook aparece', 'e-mails e webhooks aparecem']} />
              {differences.map((each) => (
                <li key={each.difference.id}>
                  <DifferenceCard {...each} />
                </li>
              ))}
              <Hidden
                n={hidden.differences}
                of={['diferença aparece', 'diferenças aparecem']}
                once="estas forem resolvidas"
              />
              {entries.map((entry) => (
                <li key={`${entry.kind} ${entry.dispute?.id ?? entry.refundId ?? entry.chargeId}`}>
                  <AttentionCard entry={entry} />
                </li>
              ))}
            </ul>
          )}
          <NextPageLink page={nextPage} />
          {disputes.length > 0 && <DisputeSection disputes={disputes} />}
        </>
      )}
    </PanelPage>
  );
}

/** What a list does not show, because it is cut. */
function Hidden({
  n,
  of: [one, many],
  once = 'estes forem resolvidos',
}: {
  n: number;
  of: readonly [one: string, many: string];
  once?: string;
}) {
  if (n <= 0) return null;
  return (
    <li className="text-center text-xs text-muted">
      Mais {count(n, one, many)} quando {once}.
    </li>
  );
}
