import { CircleCheck } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { nextPageOf, readPageCount } from '#app/ui/list/page-count.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { ATTENTION_PAGE, listAttention } from '#shop/attention/list-attention.ts';
import { readBackupState } from '#shop/backups/read-backup-state.ts';
import { listFailingChannels } from '#shop/alerts/list-failing-channels.ts';
import { listBrokenFiles } from '#shop/delivery/files/list-broken-files.ts';
import { mayDo } from '#shop/accounts/staff/rights.ts';
import { listLatestDisputes } from '#shop/disputes/list-disputes.ts';
import { listGivenUp } from '#shop/given-up/list-given-up.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/attention';
import { AttentionCard } from './attention-card.tsx';
import { BrokenFileCard } from './broken-file-card.tsx';
import { DisputeSection } from './dispute-section.tsx';
import { FailingBackupCard } from './failing-backup-card.tsx';
import { FailingChannelCard } from './failing-channel-card.tsx';
import { GivenUpCard } from './given-up-card.tsx';
import { requireStaff } from '../require-staff.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Atenção');

const FAILURE = {
  title: 'Erro ao carregar pendências',
  description: 'Não foi possível carregar as pendências.',
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { role } = await requireStaff(context, 'orders.read');
  const shop = getShop(context);
  const pages = readPageCount(url.searchParams);
  const shown = pages * ATTENTION_PAGE;
  return loadScreen(context, FAILURE, async () => {
    const [entries, givenUp, failing, broken, disputes, backup] = await Promise.all([
      listAttention(shop, { atMost: shown + 1 }),
      listGivenUp(shop),
      listFailingChannels(shop),
      listBrokenFiles(shop),
      mayDo(role, 'disputes') ? listLatestDisputes(shop) : [],
      readBackupState(shop),
    ]);
    return {
      backup: backup.trouble,
      broken,
      disputes,
      failing,
      givenUp,
      entries: entries.slice(0, shown),
      nextPage: entries.length > shown ? nextPageOf(pages) : null,
    };
  });
}

export const action = answerForm;
export const clientAction = preserveTyped;

/** First what the shop gave up, then everything about money that a person must decide, each with the oldest first. */
export default function AdminAttention({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders');
  useLiveRefresh('attention');
  return (
    <section aria-labelledby="attention-title" className="max-w-[960px] pt-5">
      <h2 id="attention-title" className="mb-4 text-lg">
        Atenção
      </h2>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.entries.length +
          loaderData.givenUp.length +
          loaderData.failing.length +
          loaderData.broken.length ===
          0 && loaderData.backup === null ? (
        <EmptyState icon={CircleCheck} title="Nada esperando por você">
          <p className="max-w-[48ch] text-sm text-muted">
            Pagamentos com valor diferente, devoluções pendentes, contestações, e-mails que não saíram e
            arquivos quebrados aparecem aqui.
          </p>
        </EmptyState>
      ) : (
        <>
          <ul className="flex flex-col gap-3">
            {loaderData.backup && (
              <li>
                <FailingBackupCard trouble={loaderData.backup} />
              </li>
            )}
            {loaderData.failing.map((failing) => (
              <li key={failing.channel}>
                <FailingChannelCard failing={failing} />
              </li>
            ))}
            {loaderData.broken.map((broken) => (
              <li key={`${broken.skin.championId}_${broken.skin.skinNum}`}>
                <BrokenFileCard broken={broken} />
              </li>
            ))}
            {loaderData.givenUp.map((entry) => (
              <li key={entry.id}>
                <GivenUpCard entry={entry} />
              </li>
            ))}
            {loaderData.entries.map((entry) => (
              <li key={`${entry.kind} ${entry.dispute?.id ?? entry.refundId ?? entry.chargeId}`}>
                <AttentionCard entry={entry} />
              </li>
            ))}
          </ul>
          <NextPageLink page={loaderData.nextPage} />
        </>
      )}
      {!('failure' in loaderData) && loaderData.disputes.length > 0 && (
        <DisputeSection disputes={loaderData.disputes} />
      )}
    </section>
  );
}
