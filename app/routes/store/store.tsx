import { catalogIndex } from '#shop/catalog/search/catalog-index.ts';
import { getShop } from '#app/request-context.ts';
import { useOffer } from '#app/ui/frame/offer.tsx';
import { pageMeta, readRoot } from '#app/ui/frame/page-meta.ts';
import { describeMinutes } from '#shop/text/describe-minutes.ts';
import { loadScreen } from '../load-screen.ts';
import type { Route } from './+types/store';
import { listChampions } from './champion-options.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { findPage } from './find-page.ts';
import { readStoreFilters } from './store-filters.ts';
import { StoreCatalog } from './store-catalog.tsx';
import { StoreFailure } from './store-failure.tsx';
import { isBelieved, noteServed, searchStore, type StorePage } from './store-index.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { hasOnePrice, promiseMinutes } = readRoot(matches).offer;
  return pageMeta(
    matches,
    'Loja de skins',
    `Todas as skins oficiais${hasOnePrice ? ' por um preço único' : ''}, com entrega em até ${describeMinutes(promiseMinutes)}.`,
    { picture: loaderData && 'skins' in loaderData ? loaderData.skins[0] : undefined },
  );
};

const FAILURE = { title: 'Erro ao buscar skins:', description: 'Não foi possível carregar as skins agora.' };

export function loader({ context, url }: Route.LoaderArgs) {
  const shop = getShop(context);
  const filters = readStoreFilters(url.searchParams);
  return loadScreen(context, FAILURE, (): StorePage => {
    const catalog = shop.catalog.current();
    return {
      ...findPage(catalog, filters),
      isDemo: catalog.source === 'demo',
      champions: listChampions(catalog.champions),
      indexDigest: catalogIndex(shop).digest,
    };
  });
}

/** With the index in this browser, no search, facet or way back asks the server. */
export async function clientLoader({ request, serverLoader, url }: Route.ClientLoaderArgs) {
  const mine = searchStore(readStoreFilters(url.searchParams));
  if (mine && isBelieved()) return mine;
  try {
    const page = await serverLoader();
    if ('failure' in page) return mine ?? page;
    noteServed(page);
    return page;
  } catch (error) {
    if (!mine || request.signal.aborted) throw error;
    return mine;
  }
}

export default function Store({ loaderData }: Route.ComponentProps) {
  const { hasOnePrice } = useOffer();
  return (
    <div className="gutter mx-auto max-w-[1600px] pt-6 sm:pt-10">
      <h1 className="text-xl sm:text-2xl">Loja de skins</h1>
      {'failure' in loaderData ? (
        <StoreFailure />
      ) : (
        <>
          <p className="mt-1 text-muted">
            {hasOnePrice ? 'Escolha a sua. Todas por um preço só.' : 'Escolha a sua.'}
          </p>
          {loaderData.isDemo && <DemoNotice />}
          <StoreCatalog page={loaderData} />
        </>
      )}
    </div>
  );
}
