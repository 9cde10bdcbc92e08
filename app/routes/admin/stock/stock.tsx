import { KeyRound, SearchX } from 'lucide-react';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { EmptyState } from '#app/ui/list/empty-state.tsx';
import { listStock, searchStock } from '#shop/delivery/keys/list-stock.ts';
import { count } from '#shop/text/count.ts';
import type { Route } from './+types/stock';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { PanelSearch } from '../panel/panel-search.tsx';
import { staffLoader } from '../staff-loader.ts';
import { StockRow } from './stock-row.tsx';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Chaves');

export const loader = staffLoader('files.manage', 'as chaves', async ({ shop, url }) => {
  const { lowStock } = shop.settings;
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 100);
  if (query === '') return { query, products: await listStock(shop), hidden: 0, lowStock };
  const { found, total } = await searchStock(shop, query);
  return { query, products: found, hidden: total - found.length, lowStock };
});

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** The products of keys with what is left of each. A search finds products that had none so far. */
export default function AdminStock({ loaderData }: Route.ComponentProps) {
  const query = 'failure' in loaderData ? '' : loaderData.query;
  return (
    <PanelPage
      title="Chaves"
      about="Textos que são vendidos uma vez só, como um código de presente: cada venda leva um, e só quem comprou o lê. Um produto com chaves passa a ser vendido assim."
      tools={<StockSearch query={query} />}
      loaded={loaderData}
    >
      {({ products, hidden, lowStock }) => (
        <>
          <PanelList
            isLines
            rows={products.map((product) => (
              <li key={product.sku}>
                <StockRow product={product} lowStock={lowStock} />
              </li>
            ))}
          >
            {query === '' ? (
              <EmptyState
                icon={KeyRound}
                title="Nenhum produto tem chaves"
                about="Pesquise um produto e cole as chaves dele, uma por linha."
              />
            ) : (
              <EmptyState icon={SearchX} title={`Nenhum produto encontrado para "${query}"`} />
            )}
          </PanelList>
          {hidden > 0 && (
            <p className="mt-4 text-center text-xs text-muted">
              Mais {count(hidden, 'produto', 'produtos')}. Continue digitando para achar o seu.
            </p>
          )}
        </>
      )}
    </PanelPage>
  );
}

function StockSearch({ query }: { query: string }) {
  return (
    <PanelSearch
      name="Chaves"
      path="/admin/estoque"
      query={query}
      label="Pesquisar por produto"
      placeholder="Produto ou grupo"
    />
  );
}
