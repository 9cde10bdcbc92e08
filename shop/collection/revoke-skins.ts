import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { readOrderMoney } from '#shop/refunds/order-money.ts';

/**
 * Takes an order's skins out of its buyer's collection, and with them the downloads. A skin that another order
 * of theirs has paid for as well stays, with that order's link.
 */
export async function revokeSkins(tx: Tx, order: Pick<OrderRow, 'id' | 'user_id'>): Promise<void> {
  if (order.user_id === null) return;
  const entries = await tx
    .selectFrom('user_collection')
    .select(['id', 'champion_id', 'skin_num'])
    .where('user_id', '=', order.user_id)
    .where('order_id', '=', order.id)
    .execute();
  for (const entry of entries) {
    const other = await findOtherPurchase(tx, order.user_id, order.id, entry);
    if (other) {
      await tx
        .updateTable('user_collection')
        .set({ order_id: other.order_id, download_link: other.download_link })
        .where('id', '=', entry.id)
        .execute();
    } else {
      await tx.deleteFrom('user_collection').where('id', '=', entry.id).execute();
    }
  }
}

async function findOtherPurchase(
  tx: Tx,
  userId: string,
  orderId: string,
  skin: { champion_id: string; skin_num: number },
): Promise<{ order_id: string; download_link: string | null } | undefined> {
  const others = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.order_id', 'order_items.download_link'])
    .where('orders.user_id', '=', userId)
    .where('orders.id', '<>', orderId)
    .where('orders.status', 'in', ['pending', 'completed'])
    .where('order_items.champion_id', '=', skin.champion_id)
    .where('order_items.skin_num', '=', skin.skin_num)
    // Its price went back because the skin was owned already: that order did not pay for it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.order_id', '=', 'orders.id')
            .where('refunds.reason', '=', 'already_owned')
            .where('refunds.status', '<>', 'dismissed'),
        ),
      ),
    )
    .orderBy('orders.paid_at')
    .execute();
  const money = await readOrderMoney(
    tx,
    others.map((other) => other.order_id),
  );
  return others.find((other) => !money.get(other.order_id)?.isRefunded);
}
