import { Flame, SearchX } from 'lucide-react';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { useGroupWords } from '#app/ui/frame/use-group-words.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { listDemand, searchDemand } from '#shop/preorders/list-demand.ts';
import { count } from '#shop/text/count.ts';
import type { Route } from './+types/demand';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { PanelSearch } from '../panel/panel-search.tsx';
import { staffLoader } from '../staff-loader.ts';
import { DemandRow } from './demand-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Mais pedidas sem arquivo');

export const loader = staffLoader('files.manage', 'as mais pedidas', async ({ shop, url }) => {
  const today = dayOf(shop.now());
  const days = { today, lastDay: addDays(today, 365) };
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 100);
  if (query === '') return { query, skins: await listDemand(shop), hidden: 0, days };
  const { found, total } = await searchDemand(shop, query);
  return { query, skins: found, hidden: total - found.length, days };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/**
 * Skins without a file: what is sold ahead, and then by how many people want them. One press sells one ahead, or leads to
 * where its file is sent. A search finds those that nobody wants so far.
 */
export default function AdminDemand({ loaderData }: Route.ComponentProps) {
  const query = 'failure' in loaderData ? '' : loaderData.query;
  return (
    <PanelPage
      title="Mais pedidas sem arquivo"
      about="Skins que a loja ainda não entrega sozinha: primeiro as que estão em pré-venda, depois por quantas pessoas querem cada uma. Cada pessoa conta uma vez; quem só abriu a página, uma vez por dia, nos últimos 30 dias."
      tools={<DemandSearch query={query} />}
      loaded={loaderData}
    >
      {({ skins, hidden, days }) => (
        <>
          <PanelList
            isLines
            rows={skins.map((skin) => (
              <li key={skin.sku}>
                <DemandRow skin={skin} days={days} />
              </li>
            ))}
          >
            {query === '' ? (
              <EmptyState
                icon={Flame}
                title="Ninguém espera por um arquivo"
                about="Quando alguém procurar, desejar ou comprar uma skin sem arquivo, ela aparece aqui."
              />
            ) : (
              <EmptyState icon={SearchX} title={`Nenhuma skin sem arquivo encontrada para "${query}"`} />
            )}
          </PanelList>
          {hidden > 0 && (
            <p className="mt-4 text-center text-xs text-muted">
              Mais {count(hidden, 'skin', 'skins')}. Continue digitando para achar a sua.
            </p>
          )}
        </>
      )}
    </PanelPage>
  );
}

function DemandSearch({ query }: { query: string }) {
  const { search } = useGroupWords();
  return (
    <PanelSearch
      name="Mais pedidas"
      path="/admin/procura"
      query={query}
      label={search}
      placeholder={search}
    />
  );
}
