import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';

/**
 * An open order is bought as its skins are sold now: ahead of their file until another day, or no more. The caller holds
 * its lock, and its buyer reads that before the payment.
 */
export async function retellAhead(ctx: ShopContext, tx: Tx, orderId: string): Promise<void> {
  const catalog = ctx.catalog.current();
  const items = await tx
    .selectFrom('order_items')
    .select(['id', 'sku', 'preorder_until'])
    .where('order_id', '=', orderId)
    .execute();
  for (const { id, sku, preorder_until } of items) {
    const until = catalog.aheadUntil(sku);
    if (until !== preorder_until)
      await tx.updateTable('order_items').set({ preorder_until: until }).where('id', '=', id).execute();
  }
}
