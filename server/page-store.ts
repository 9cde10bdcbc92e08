import type { Catalog } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';

/** What is kept of a page, whatever it is made of. */
interface Kept {
  /** What it takes in memory. */
  bytes: number;
}

interface Entry<Page> {
  page: Page;
  staleAt: number;
}

export interface PageStore<Page> {
  /** At once where it is kept; null where it cannot be rendered now or may not be kept. */
  find(address: string): Page | Promise<Page | null>;
}

/** Also what a change that nobody announces may take to be seen: the colour of a splash. */
const FRESH_MS = 60_000;
const MOST_BYTES = 24e6;

/**
 * Pages by address, the least recently asked for dropped first. All of them belong to one catalogue: with the
 * next one (an import, a product's availability or picture, announced to every process) they are gone, and a page
 * that was being rendered meanwhile is not kept. One rendering at a time for each address; an old page is shown
 * while its successor is rendered.
 */
export function createPageStore<Page extends Kept>(
  shop: Pick<ShopContext, 'catalog' | 'inBackground' | 'now' | 'log'>,
  render: (address: string) => Promise<Page | null>,
  { mostBytes = MOST_BYTES, freshMs = FRESH_MS } = {},
): PageStore<Page> {
  const kept = new Map<string, Entry<Page>>();
  const underWay = new Map<string, Promise<Page | null>>();
  let bytes = 0;
  let catalog: Catalog | null = null;

  function dropIfChanged(): Catalog {
    const current = shop.catalog.current();
    if (current !== catalog) {
      catalog = current;
      kept.clear();
      underWay.clear();
      bytes = 0;
    }
    return current;
  }

  function keep(address: string, page: Page): void {
    drop(address);
    if (page.bytes > mostBytes) return;
    kept.set(address, { page, staleAt: shop.now().getTime() + freshMs });
    bytes += page.bytes;
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break;
      drop(oldest);
    }
  }

  function drop(address: string): void {
    bytes -= kept.get(address)?.page.bytes ?? 0;
    kept.delete(address);
  }

  function renderOnce(address: string, of: Catalog): Promise<Page | null> {
    const running = underWay.get(address);
    if (running) return running;
    const rendering = render(address)
      .catch((error: unknown) => {
        shop.log.error('page.render_failed', { path: address, error });
        return null;
      })
      .then((page) => {
        if (dropIfChanged() !== of) return page;
        underWay.delete(address);
        if (page) keep(address, page);
        else drop(address);
        return page;
      });
    underWay.set(address, rendering);
    return rendering;
  }

  return {
    find(address) {
      const current = dropIfChanged();
      const entry = kept.get(address);
      if (!entry) return renderOnce(address, current);
      // Moves it to the end, where the map keeps what was asked for last.
      kept.delete(address);
      kept.set(address, entry);
      if (shop.now().getTime() >= entry.staleAt && !underWay.has(address)) {
        shop.inBackground('render_page', () => renderOnce(address, current));
      }
      return entry.page;
    },
  };
}
