import { unpackSkins, type PackedCatalog } from '#shop/catalog/search/packed-catalog.ts';
import { findPage } from './find-page.ts';
import type { StoreFilters } from './store-filters.ts';

/** The server's search over the browser's copy of the catalogue. Loaded together with that copy, never before. */
export async function openIndex(answer: Response) {
  if (!answer.ok) throw new Error(`the catalogue's index answered ${answer.status}`);
  const shelf = { skins: unpackSkins((await answer.json()) as PackedCatalog) };
  return { find: (filters: StoreFilters) => findPage(shelf, filters) };
}

export type OpenIndex = Awaited<ReturnType<typeof openIndex>>;
