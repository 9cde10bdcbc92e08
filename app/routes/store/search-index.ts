import { unpackSkins, type PackedCatalog } from '#shop/catalog/packed-catalog.ts';
import { searchSkins } from '#shop/catalog/search-skins.ts';
import { toSearch, type StoreFilters } from './store-filters.ts';

/** The server's search over the browser's copy of the catalogue. Loaded together with that copy, never before. */
export function openIndex({ champions }: PackedCatalog) {
  const shelf = { skins: unpackSkins(champions) };
  return { search: (filters: StoreFilters) => searchSkins(shelf, toSearch(filters)) };
}

export type OpenIndex = ReturnType<typeof openIndex>;
