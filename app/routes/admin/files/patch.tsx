import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKept } from '#app/ui/form/use-kept.ts';
import type { FormAnswer } from '#app/ui/form/form-answer.ts';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { listUpdatingFiles, readPatchProgress, type PatchProgress } from '#shop/delivery/patch/list-patch.ts';
import { readPatchDraft } from '#shop/delivery/patch/patch-draft.ts';
import { countPatch, type PatchResult } from '#shop/delivery/patch/set-patch-state.ts';
import type { Route } from './+types/patch';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import { readPatchChoice, type PatchChoice } from './patch-choice.ts';
import { PatchDraftCard } from './patch-draft-card.tsx';
import { PatchForm } from './patch-form.tsx';
import { PatchQuestion } from './patch-question.tsx';
import { PatchRow } from './patch-row.tsx';
import { describePatch } from './patch-words.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Dia de patch');

const FAILURE = { title: 'Erro ao carregar patch', description: 'Não foi possível carregar os arquivos.' };

export const loader = staffLoader('patch.manage', FAILURE, async ({ shop, url, listPages }) => {
  const choice = readPatchChoice(url.searchParams);
  const [progress, draft, counts, { entries, nextPage }] = await Promise.all([
    readPatchProgress(shop),
    readPatchDraft(shop),
    choice && countPatch(shop, choice),
    listPages((cursor) => listUpdatingFiles(shop, { cursor })),
  ]);
  const champions = shop.catalog.current().champions.map(({ id, name }) => ({ id, name }));
  const { maxFileMb } = shop.settings;
  return { progress, draft, choice, counts, files: entries, nextPage, champions, maxFileMb };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Files that the game's patch has outdated: marked, replaced, and told to those who own them. */
export default function AdminPatch({ loaderData, actionData }: Route.ComponentProps) {
  const posted = useKept(actionData as FormAnswer | undefined);
  const answer = posted?.do === 'patch.run' ? posted : undefined;
  const done = answer?.ok ? (answer.value as PatchResult) : undefined;
  const [searchParams] = useSearchParams();
  // What was done needs no choosing again; what was only asked keeps its choice.
  const [[last, round], setRound] = useState([done, 0]);
  if (done !== last) setRound([done, done ? round + 1 : round]);
  useLiveRefresh('staff-orders');
  return (
    <PanelPage
      title="Dia de patch"
      about="Quando o jogo recebe um patch, marque os arquivos que ele estragou. A loja continua vendendo e avisa antes do pagamento, a entrega automática espera, e quem já comprou vê que a nova versão está a caminho."
      loaded={loaderData}
    >
      {({ progress, draft, choice, counts, files, nextPage, champions, maxFileMb }) =>
        progress.known === 0 ? (
          <EmptyState
            icon={CircleCheck}
            title="A loja ainda não conhece nenhum arquivo"
            about="Envie os links de um pedido ou informe o arquivo de uma skin: a partir daí ele pode ser marcado aqui."
          >
            <LinkButton to="/admin/arquivos" variant="outline">
              Abrir Arquivos
            </LinkButton>
          </EmptyState>
        ) : (
          <>
            {draft && !choice && (
              <div className="mb-5">
                <PatchDraftCard draft={draft} mayDismiss />
              </div>
            )}
            <Progress progress={progress} />
            <div role="status">
              {answer?.ok === false && <p className="mb-4 text-sm text-danger">{answer.message}</p>}
              {done && <Done {...describePatch(done, answer?.typed)} />}
            </div>
            {choice && counts && !done && (
              <PatchQuestion
                key={searchParams.toString()}
                choice={choice}
                counts={counts}
                of={nameScope(choice, champions)}
              />
            )}
            {/* Hidden it keeps what was chosen, for 'Voltar'. */}
            <div key={round} hidden={choice !== null && !done}>
              <PatchForm champions={champions} />
            </div>
            <h3 className="mt-8 text-base">Em atualização</h3>
            <PanelList
              isLines
              rows={files.map((file) => (
                <li key={file.sku}>
                  <PatchRow file={file} maxFileMb={maxFileMb} />
                </li>
              ))}
              nextPage={nextPage}
            >
              <p className="text-sm text-muted">Nenhum arquivo está em atualização.</p>
            </PanelList>
          </>
        )
      }
    </PanelPage>
  );
}

function Done({ title, description }: { title: string; description: string }) {
  return (
    <p className="mb-4 rounded-card border border-ok/40 bg-raised px-4 py-3 text-sm">
      <span className="block font-medium">{title}</span>
      <span className="text-muted">{description}</span>
    </p>
  );
}

function nameScope({ scope }: PatchChoice, champions: { id: string; name: string }[]): string {
  if ('all' in scope) return 'Catálogo inteiro';
  if ('game' in scope) return 'Todas as skins do jogo';
  if ('championId' in scope)
    return champions.find(({ id }) => id === scope.championId)?.name ?? scope.championId;
  return scope.skins.length === 1 ? 'Uma skin escolhida' : `${scope.skins.length} skins escolhidas`;
}

function Progress({
  progress: { known, updating, waitingOrders, waitingOwners },
}: {
  progress: PatchProgress;
}) {
  return (
    <dl className="mb-5 grid grid-cols-1 gap-3 sm:grid-cols-3">
      <Fact label="Arquivos em atualização" value={`${updating} de ${known}`} />
      <Fact label="Pedidos esperando a nova versão" value={String(waitingOrders)} />
      <Fact
        label="Donos com aviso na fila"
        value={String(waitingOwners)}
        note={waitingOwners > 0 ? 'Têm outra skin ainda em atualização; recebem um só e-mail.' : undefined}
      />
    </dl>
  );
}

function Fact({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 font-heading text-xl font-bold tabular-nums">
        {value}
        {note && <span className="mt-0.5 block font-sans text-xs font-normal text-muted">{note}</span>}
      </dd>
    </div>
  );
}
