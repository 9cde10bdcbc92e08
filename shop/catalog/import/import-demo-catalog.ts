import type { ShopContext } from '#shop/context.ts';
import { storeCatalog } from './store-catalog.ts';

/**
 * Stores the demonstration catalogue if there is none.
 * @returns false if a catalogue exists already.
 */
export async function importDemoCatalog(
  ctx: Pick<ShopContext, 'demo' | 'transaction' | 'publish' | 'now' | 'settings'>,
): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    // Another process may be importing the real one: the first to insert the row wins.
    const claimed = await tx
      .insertInto('catalog_state')
      .values({
        version: ctx.demo.catalog.version,
        locale: ctx.settings.catalogLocale,
        source: 'demo',
        skin_count: 0,
        imported_at: ctx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows !== 1n) return false;
    await storeCatalog(ctx, tx, ctx.demo.catalog, 'demo');
    return true;
  });
}
