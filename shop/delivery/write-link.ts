import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { recordLinkSent } from './record-link-sent.ts';

export type WrittenItem = Pick<
  OrderItemRow,
  'id' | 'kept' | 'champion_id' | 'skin_num' | 'skin_name' | 'champion_name' | 'splash_art_url'
>;

/**
 * Writes one download link to the order's item and to the buyer's collection. If the buyer does not keep this item,
 * the collection keeps the link of the order that has paid for the skin.
 */
export async function writeLink(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  item: WrittenItem,
  link: string,
): Promise<void> {
  await tx.updateTable('order_items').set({ download_link: link }).where('id', '=', item.id).execute();
  await recordLinkSent(ctx, tx, { itemId: item.id, userId: order.user_id });
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
