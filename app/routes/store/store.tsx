import { data, useNavigation } from 'react-router';
import { SKIN_PRICE_CENTS } from '#shop/catalog/catalog.ts';
import { searchSkins } from '#shop/catalog/search-skins.ts';
import { getShop, getVisitor } from '#app/request-context.ts';
import { pageMeta } from '#app/ui/page-meta.ts';
import { useSlow } from '#app/ui/use-slow.ts';
import type { Route } from './+types/store';
import { DemoNotice } from './demo-notice.tsx';
import { PAGE_SIZE, readStoreFilters } from './store-filters.ts';
import { StoreFailure } from './store-failure.tsx';
import { StoreResults } from './store-results.tsx';
import { StoreSearch } from './store-search.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(
    matches,
    'Loja de skins',
    'Todas as skins oficiais por um preço único, com entrega em até 15 minutos.',
    { picture: loaderData?.failed ? undefined : loaderData?.skins[0] },
  );

/** Pages 1 to n at once: the address alone shows everything that was loaded, with or without scripts. */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = getShop(context);
  const filters = readStoreFilters(new URL(request.url).searchParams);
  try {
    const catalog = shop.catalog.current();
    const found = searchSkins(catalog, {
      query: filters.query,
      ...(filters.championId ? { championId: filters.championId } : {}),
      sort: filters.sort,
      offset: 0,
      limit: filters.page * PAGE_SIZE,
    });
    return {
      failed: false as const,
      filters,
      priceCents: SKIN_PRICE_CENTS,
      isDemo: catalog.source === 'demo',
      skins: found.skins,
      total: found.total,
      champions: catalog.champions
        .map(({ id, name }) => ({ id, name }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR')),
    };
  } catch (error) {
    shop.log.error('Erro ao buscar skins:', { requestId: getVisitor(context).requestId, error });
    return data({ failed: true as const }, { status: 503, headers: { 'Retry-After': '5' } });
  }
}

export default function Store({ loaderData }: Route.ComponentProps) {
  const isSearching = useSlow(useNavigation().location?.pathname === '/loja');
  return (
    <div className="gutter mx-auto max-w-[1600px] pt-6 sm:pt-10">
      <h1 className="text-xl sm:text-2xl">Loja de skins</h1>
      {loaderData.failed ? (
        <StoreFailure />
      ) : (
        <>
          <p className="mt-1 text-muted">Escolha a sua. Todas por um preço só.</p>
          {loaderData.isDemo && <DemoNotice />}
          <StoreSearch
            filters={loaderData.filters}
            champions={loaderData.champions}
            isSearching={isSearching}
          />
          <StoreResults {...loaderData} isSearching={isSearching} />
        </>
      )}
    </div>
  );
}
