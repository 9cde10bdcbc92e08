import { CircleCheck } from 'lucide-react';
import { getShop } from '#app/request-context.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { LinkButton } from '#app/ui/form/link-button.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { NextPageLink } from '#app/ui/list/next-page-link.tsx';
import { readPageCount, takePages } from '#app/ui/list/page-count.ts';
import { useLiveRefresh } from '#app/ui/live/use-live-refresh.ts';
import { listUpdatingFiles, readPatchProgress, type PatchProgress } from '#shop/delivery/patch/list-patch.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/patch';
import { requireStaff } from '../require-staff.ts';
import { PatchForm } from './patch-form.tsx';
import { PatchRow } from './patch-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Dia de patch');

const FAILURE = { title: 'Erro ao carregar patch', description: 'Não foi possível carregar os arquivos.' };

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireStaff(context, 'patch.manage');
  const shop = getShop(context);
  const pages = readPageCount(url.searchParams);
  return loadScreen(context, FAILURE, async () => {
    const [progress, { entries, nextPage }] = await Promise.all([
      readPatchProgress(shop),
      takePages(pages, (cursor) => listUpdatingFiles(shop, { cursor })),
    ]);
    const champions = shop.catalog.current().champions.map(({ id, name }) => ({ id, name }));
    return { progress, files: entries, nextPage, champions, maxFileMb: shop.settings.maxFileMb };
  });
}

/** Files that the game's patch has outdated (ruling 35): marked, replaced, and told to those who own them. */
export default function AdminPatch({ loaderData }: Route.ComponentProps) {
  useLiveRefresh('staff-orders');
  return (
    <section aria-labelledby="patch-title" className="max-w-[960px] pt-5">
      <h2 id="patch-title" className="text-lg">
        Dia de patch
      </h2>
      <p className="mt-1 mb-4 max-w-[68ch] text-sm text-muted">
        Quando o jogo recebe um patch, marque os arquivos que ele estragou. A loja continua vendendo e avisa
        antes do pagamento, a entrega automática espera, e quem já comprou vê que a nova versão está a
        caminho.
      </p>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : loaderData.progress.known === 0 ? (
        <EmptyState icon={CircleCheck} title="A loja ainda não conhece nenhum arquivo">
          <p className="max-w-[48ch] text-sm text-muted">
            Envie os links de um pedido ou informe o arquivo de uma skin: a partir daí ele pode ser marcado
            aqui.
          </p>
          <LinkButton to="/admin/arquivos" variant="outline">
            Abrir Arquivos
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <Progress progress={loaderData.progress} />
          <PatchForm champions={loaderData.champions} />
          <h3 className="mt-8 text-base">Em atualização</h3>
          {loaderData.files.length === 0 ? (
            <p className="mt-2 text-sm text-muted">Nenhum arquivo está em atualização.</p>
          ) : (
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {loaderData.files.map((file) => (
                <li key={`${file.championId}_${file.skinNum}`}>
                  <PatchRow file={file} maxFileMb={loaderData.maxFileMb} />
                </li>
              ))}
            </ul>
          )}
          <NextPageLink page={loaderData.nextPage} />
        </>
      )}
    </section>
  );
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
