import { matchPath } from 'react-router';
import { STATIC_PAGES, PUBLIC_PAGES } from '#app/public-pages.ts';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { readStoreFilters, STORE_PARAMS, storePath } from '#app/routes/store/store-filters.ts';
import type { Catalog } from '#shop/catalog/catalog.ts';
import { readSku } from '#shop/catalog/sku.ts';

/** Advertisers and creators add these to links; no page that the server renders reads them. */
const TRACKING = /^(?:utm_[a-z]+|gclid|fbclid|msclkid|cupom)$/;
/** Pages of the store's "Carregar mais" that are cached. Later pages are rendered each time, which bounds the cache. */
const LAST_PAGE = 10;

/**
 * The canonical address of a page that is the same for every anonymous visitor, or null if it must not be cached: any
 * unknown spelling, parameter or value. So strangers cannot name a cached page, and there are at most as many as
 * there are skins, and champions × sort orders × ten.
 */
export function publicAddress(url: string, catalog: Catalog): string | null {
  const [pathname = '', ...query] = url.split('?');
  const searchParams = new URLSearchParams(query.join('?'));
  const params = [...searchParams.keys()].filter((name) => !TRACKING.test(name));
  if (pathname === PUBLIC_PAGES.store) {
    return params.every((name) => STORE_PARAMS.includes(name)) ? storeAddress(searchParams, catalog) : null;
  }
  if (params.length > 0) return null;
  return STATIC_PAGES.includes(pathname) || isSkin(pathname, catalog) ? pathname : null;
}

/** Searches are not cached: there are as many as there are words. */
function storeAddress(params: URLSearchParams, catalog: Catalog): string | null {
  const filters = readStoreFilters(params);
  const isKnown = filters.championId === '' || catalog.skinsOf(filters.championId).length > 0;
  return filters.query === '' && isKnown && filters.page <= LAST_PAGE ? storePath(filters) : null;
}

/** The spelling must be the shop's: the router accepts `/03` and `/3/` for the same skin. */
function isSkin(pathname: string, catalog: Catalog): boolean {
  const { championId = '', skinNum = '' } = matchPath(PUBLIC_PAGES.skin, pathname)?.params ?? {};
  const skin = catalog.findSkin(readSku(championId, skinNum) ?? '');
  return skin !== null && skinPath(skin) === pathname;
}
