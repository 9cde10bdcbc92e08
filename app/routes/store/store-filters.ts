import type { SkinSort } from '#shop/catalog/search/search-skins.ts';

export const PAGE_SIZE = 24;
/** So many pages are shown as one list that grows; a later one stands alone, or its document would weigh megabytes. */
export const WHOLE_PAGES = 10;
/** More than any catalogue needs. It bounds the work for one address. */
const LAST_PAGE = 200;

export interface StoreFilters {
  query: string;
  championId: string;
  sort: SkinSort;
  page: number;
}

export const SORTS: { value: string; sort: SkinSort; label: string }[] = [
  { value: '', sort: 'featured', label: 'Destaques' },
  { value: 'nome', sort: 'name', label: 'Nome da skin' },
  { value: 'campeao', sort: 'champion', label: 'Campeão' },
];

/**
 * The parameters of `readStoreFilters`. A document with any other parameter is rendered for each visitor
 * (server/pages/).
 */
export const STORE_PARAMS: readonly string[] = ['q', 'campeao', 'ordem', 'pagina'];

/** The address contains everything that decides what the store shows. */
export function readStoreFilters(params: URLSearchParams): StoreFilters {
  const page = Number(params.get('pagina'));
  return {
    query: (params.get('q') ?? '').slice(0, 100),
    championId: params.get('campeao') ?? '',
    sort: SORTS.find(({ value }) => value === params.get('ordem'))?.sort ?? 'featured',
    page: Number.isSafeInteger(page) && page > 1 ? Math.min(page, LAST_PAGE) : 1,
  };
}

/** The address of these filters, without default values. */
export function storePath(filters: StoreFilters): string {
  const params = new URLSearchParams();
  if (filters.query.trim()) params.set('q', filters.query);
  if (filters.championId) params.set('campeao', filters.championId);
  const sort = SORTS.find((each) => each.sort === filters.sort)?.value;
  if (sort) params.set('ordem', sort);
  if (filters.page > 1) params.set('pagina', String(filters.page));
  // `size` of it is missing in browsers of 2023 that can do all the rest.
  const search = params.toString();
  return search ? `/loja?${search}` : '/loja';
}
