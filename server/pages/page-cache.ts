import type { Catalog } from '#shop/catalog/catalog.ts';
import type { ShopContext, ShopSettings } from '#shop/context.ts';

export interface CachedPage {
  /** Its size in memory. */
  bytes: number;
}

export interface PageCache<Page> {
  /** null if the page cannot be rendered now, or must not be cached. */
  find(address: string): Promise<Page | null>;
  /** The page at this address has changed. One that is being rendered now is not kept either. */
  forget(address: string): void;
}

/** A change without an event, such as the colour of a splash, shows after this time at the latest. */
const FRESH_MS = 60_000;
/** Enough for the page of every skin and the first pages of the store (cached-pages.db.test.ts). */
export const MAX_BYTES = 24e6;

type Shop = Pick<ShopContext, 'catalog' | 'inBackground' | 'now' | 'log'> & {
  settings: Pick<ShopSettings, 'revision'>;
};
type Render<Page> = (address: string) => Promise<Page | null>;

/**
 * Pages by address, all of one catalogue and one state of the settings. The next one (an import, a product's
 * availability or picture, a price, the shop's name; announced to every process) removes them, and a page that was being rendered meanwhile is not cached.
 * What belongs to one page alone, such as its reviews, is forgotten by address.
 */
export function createPageCache<Page extends CachedPage>(
  shop: Shop,
  render: Render<Page>,
  { maxBytes = MAX_BYTES, freshMs = FRESH_MS } = {},
): PageCache<Page> {
  let catalog: Catalog | null = null;
  let revision = -1;
  let pages: PageCache<Page> | undefined;
  return {
    async find(address) {
      const current = shop.catalog.current();
      if (!pages || current !== catalog || revision !== shop.settings.revision) {
        pages = createPagesOfCatalog(shop, render, { maxBytes, freshMs });
      }
      catalog = current;
      revision = shop.settings.revision;
      return pages.find(address);
    },
    forget(address) {
      pages?.forget(address);
    },
  };
}

/**
 * A least-recently-used cache. Each address has one rendering at a time; the old page is shown until the new one is
 * ready.
 */
function createPagesOfCatalog<Page extends CachedPage>(
  shop: Shop,
  render: Render<Page>,
  { maxBytes, freshMs }: { maxBytes: number; freshMs: number },
): PageCache<Page> {
  const cached = new Map<string, { page: Page; staleAt: number }>();
  const underWay = new Map<string, Promise<Page | null>>();
  let bytes = 0;

  function keep(address: string, page: Page): void {
    cached.set(address, { page, staleAt: shop.now().getTime() + freshMs });
    bytes += page.bytes;
    for (const oldest of cached.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  function drop(address: string): void {
    bytes -= cached.get(address)?.page.bytes ?? 0;
    cached.delete(address);
  }

  async function renderAnew(address: string): Promise<Page | null> {
    return render(address).catch((error: unknown) => {
      shop.log.error('page.render_failed', { path: address, error });
      return null;
    });
  }

  async function renderOnce(address: string): Promise<Page | null> {
    const running = underWay.get(address);
    if (running) return running;
    const rendering = renderAnew(address);
    underWay.set(address, rendering);
    const page = await rendering;
    // Forgotten meanwhile: it may be the page from before the change.
    if (underWay.get(address) !== rendering) return page;
    underWay.delete(address);
    drop(address);
    if (page && page.bytes <= maxBytes) keep(address, page);
    return page;
  }

  return {
    async find(address) {
      const entry = cached.get(address);
      if (!entry) return renderOnce(address);
      // Moves it to the end of the map, where the most recently used pages are.
      cached.delete(address);
      cached.set(address, entry);
      const isStale = shop.now().getTime() >= entry.staleAt;
      if (isStale && !underWay.has(address)) shop.inBackground('render_page', () => renderOnce(address));
      return entry.page;
    },
    forget(address) {
      underWay.delete(address);
      drop(address);
    },
  };
}
