import type { SkinSearch } from '#shop/catalog/search-skins.ts';
import { PAGE_SIZE, type StoreFilters } from './store-filters.ts';

/** Pages 1 to n at once: the address alone shows everything that was loaded, with or without scripts. */
export function toSearch({ query, championId, sort, page }: StoreFilters): SkinSearch {
  return { query, ...(championId ? { championId } : {}), sort, offset: 0, limit: page * PAGE_SIZE };
}
