import type { Skin } from '#shop/catalog/catalog.ts';
import { searchSkins } from '#shop/catalog/search/search-skins.ts';
import { PAGE_SIZE, WHOLE_PAGES, type StoreFilters } from './store-filters.ts';

/**
 * What one address of the store shows, on the server and in a browser with the index. Pages 1 to 10 hold all that was
 * loaded before them; a later page holds its own skins alone. After the last page comes the last page again.
 */
export function findPage(
  catalog: { skins: readonly Skin[] },
  filters: StoreFilters,
): { filters: StoreFilters; skins: Skin[]; total: number } {
  const { query, championId, sort, page } = filters;
  const isWhole = page <= WHOLE_PAGES;
  const { skins, total } = searchSkins(catalog, {
    query,
    ...(championId ? { championId } : {}),
    sort,
    offset: isWhole ? 0 : (page - 1) * PAGE_SIZE,
    limit: (isWhole ? page : 1) * PAGE_SIZE,
  });
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return page > lastPage ? findPage(catalog, { ...filters, page: lastPage }) : { filters, skins, total };
}
