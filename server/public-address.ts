import { readStoreFilters, storePath } from '#app/routes/store/store-filters.ts';
import type { Catalog } from '#shop/catalog/catalog.ts';

/** Nothing of who asks is in them: no greeting, no token in a form, no answer to one. */
const PLAIN_PAGES = new Set(['/', '/sobre-nos', '/contato', '/carreiras']);
const SKIN_PAGE = /^\/loja\/skin\/([A-Za-z0-9]+)\/([1-9]\d{0,5})$/;
const STORE_PARAMS = new Set(['q', 'campeao', 'ordem', 'pagina']);
/** Added to links by advertisers, read by no page of ours. */
const TRACKING = /^(?:utm_[a-z]+|gclid|fbclid|msclkid)$/;
/** Of the store's "Carregar mais"; who goes further has their page rendered. Bounds what there is to keep. */
const LAST_PAGE = 10;

/**
 * The one address of a page that is the same for every anonymous visitor, or null where it may not be kept: any
 * spelling, parameter or value that is not known here. What strangers write into an address therefore never names
 * a kept page, and there are at most as many as there are skins, and champions × sort orders × ten.
 */
export function publicAddress(url: string, catalog: Catalog): string | null {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const params = mark < 0 ? null : new URLSearchParams(url.slice(mark));
  const foreign = params ? [...params.keys()].filter((name) => !TRACKING.test(name)) : [];
  if (path === '/loja') {
    return foreign.every((name) => STORE_PARAMS.has(name)) ? storeAddress(params, catalog) : null;
  }
  if (foreign.length > 0) return null;
  if (PLAIN_PAGES.has(path)) return path;
  const [, championId, num] = SKIN_PAGE.exec(path) ?? [];
  return championId && catalog.findSkin(championId, Number(num)) ? path : null;
}

/** Searches stay out: there are as many as there are words. */
function storeAddress(params: URLSearchParams | null, catalog: Catalog): string | null {
  if (!params || params.size === 0) return '/loja';
  const filters = readStoreFilters(params);
  const isKnown = filters.championId === '' || catalog.skinsOf(filters.championId).length > 0;
  return filters.query === '' && isKnown && filters.page <= LAST_PAGE ? storePath(filters) : null;
}
