import type { ShopContext } from '#shop/context.ts';
import { writeCatalogIndex, type CatalogIndex } from './write-catalog-index.ts';

/**
 * The index of the catalogue in memory. The catalogue changes only by colours that are learned later; those wait for
 * the next catalogue.
 */
export function catalogIndex(ctx: Pick<ShopContext, 'catalog' | 'memory'>): CatalogIndex {
  const catalog = ctx.catalog.current();
  const cached = ctx.memory.catalogIndexes.get(catalog);
  if (cached) return cached;
  const index = writeCatalogIndex(catalog);
  ctx.memory.catalogIndexes.set(catalog, index);
  return index;
}
