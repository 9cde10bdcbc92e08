import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { writeLink } from '#shop/delivery/write-link.ts';

/**
 * Puts the skin of a gift into the collection of its new owner, whom `gifts.owner_id` names already, with the link if
 * the order was delivered before. The caller holds the order's row.
 * @returns the entry; null: that person owns the skin through another order.
 */
export async function giveSkin(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'is_gift' | 'completed_at'>,
  item: OrderItemRow,
  ownerId: string,
): Promise<string | null> {
  const entry = await tx
    .insertInto('user_collection')
    .values({
      user_id: ownerId,
      order_id: order.id,
      champion_id: item.champion_id,
      skin_num: item.skin_num,
      skin_name: item.skin_name,
      champion_name: item.champion_name,
      splash_art_url: item.splash_art_url,
      added_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'champion_id', 'skin_num']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!entry) return null;
  const { file_id: fileId, download_link: link } = item;
  if (link === null) return entry.id;
  await writeLink(ctx, tx, order, item, fileId === null ? { link } : { fileId });
  // It is as old as the delivery: what a patch brought since is the newer file.
  await tx
    .updateTable('user_collection')
    .set({ delivered_at: order.completed_at })
    .where('id', '=', entry.id)
    .execute();
  return entry.id;
}
