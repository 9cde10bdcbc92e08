import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

export type WrittenItem = Pick<
  OrderItemRow,
  'id' | 'kept' | 'champion_id' | 'skin_num' | 'skin_name' | 'champion_name' | 'splash_art_url'
>;

/**
 * Puts one download link on the order's item and into the buyer's collection. One that its buyer does not keep is left
 * to the order that has paid for it there.
 */
export async function writeLink(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  item: WrittenItem,
  link: string,
): Promise<void> {
  await tx.updateTable('order_items').set({ download_link: link }).where('id', '=', item.id).execute();
  if (order.user_id === null || !item.kept) return;
  await tx
    .insertInto('user_collection')
    .values({
      user_id: order.user_id,
      order_id: order.id,
      champion_id: item.champion_id,
      skin_num: item.skin_num,
      skin_name: item.skin_name,
      champion_name: item.champion_name,
      splash_art_url: item.splash_art_url,
      download_link: link,
      added_at: ctx.now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'champion_id', 'skin_num'])
        .doUpdateSet({ download_link: link, order_id: order.id }),
    )
    .execute();
}
