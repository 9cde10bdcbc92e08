import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { findSkinOwner } from '#shop/states/find-skin-owner.ts';
import { moveGift } from '#shop/states/gift-status.ts';

/**
 * Takes the skins of an order out of their owner's collection, and with them the downloads; a gift can be claimed no
 * more. If another order has paid for that person's skin too, the skin stays, with the link of that order. A skin that
 * stands in the collection under another order goes too, unless that order has paid for it. `itemIds`: only
 * these items.
 */
export async function revokeSkins(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'is_gift' | 'status'>,
  at: Date,
  itemIds?: readonly string[],
): Promise<void> {
  // An unpaid order added nothing, and a cancelled one has lost its skins already.
  if (order.status !== 'pending' && order.status !== 'completed') return;
  const items = await tx
    .updateTable('order_items')
    .set({ kept: false })
    .where('order_id', '=', order.id)
    .$if(itemIds !== undefined, (update) => update.where('id', 'in', itemIds ?? []))
    .returning(['champion_id', 'skin_num'])
    .execute();
  const ownerId = await findSkinOwner(tx, order);
  // Refused if it was withdrawn before.
  if (order.is_gift && items.length > 0) void (await moveGift(tx, order.id, 'withdrawn', { ended_at: at }));
  if (ownerId === null) return;
  for (const skin of items) {
    const other = await findOtherPurchase(tx, ownerId, skin);
    if (other) {
      await tx
        .updateTable('user_collection')
        .set({ order_id: other.order_id, download_link: other.download_link, delivered_at: null })
        .where('user_id', '=', ownerId)
        .where('champion_id', '=', skin.champion_id)
        .where('skin_num', '=', skin.skin_num)
        .where('order_id', '=', order.id)
        .execute();
    } else {
      await tx
        .deleteFrom('user_collection')
        .where('user_id', '=', ownerId)
        .where('champion_id', '=', skin.champion_id)
        .where('skin_num', '=', skin.skin_num)
        .execute();
    }
  }
}

function findOtherPurchase(
  tx: Tx,
  userId: string,
  skin: { champion_id: string; skin_num: number },
): Promise<{ order_id: string; download_link: string | null } | undefined> {
  return tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.order_id', 'order_items.download_link'])
    .where(
      'orders.id',
      'in',
      sql<string>`(select id from orders where user_id = ${userId} and not is_gift
        union all select order_id from gifts where owner_id = ${userId})`,
    )
    .where('orders.status', 'in', ['pending', 'completed'])
    .where('order_items.champion_id', '=', skin.champion_id)
    .where('order_items.skin_num', '=', skin.skin_num)
    .where('order_items.kept', '=', true)
    .orderBy('orders.paid_at')
    .limit(1)
    .executeTakeFirst();
}
