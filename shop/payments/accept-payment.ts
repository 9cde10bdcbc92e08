import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow, OrderRow, OrderStatus, RefundReason } from '#db/schema.ts';
import { refreshAttention } from '#shop/attention/refresh-attention.ts';
import type { ShopContext } from '#shop/context.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { moveOrder } from '#shop/orders/move-order.ts';
import { oweBack } from '#shop/refunds/owe-back.ts';

/**
 * The full price of one charge has arrived. Moves the order, fills the collection and enqueues the
 * confirmation mail in the caller's transaction, which holds the order's lock: once each (ruling 4).
 * @returns the order's status afterwards.
 */
export async function acceptPayment(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  payment: { id: string; receivedCents: number; askedCents: number },
): Promise<OrderStatus> {
  const owe = (amountCents: number, reason: RefundReason) =>
    oweBack(ctx, tx, { orderId: order.id, chargeId: payment.id, amountCents, reason });

  if (!(await moveOrder(tx, order.id, 'pending', ctx.now()))) {
    // Another code of the same order was paid before: the buyer gets this money back.
    await owe(payment.receivedCents, 'paid_twice');
    return order.status;
  }
  await refreshAttention(tx, order.id);
  if (order.user_id === null) {
    // The account is gone: there is no collection to deliver to and nobody to write to.
    await owe(payment.receivedCents, 'no_account');
    return 'pending';
  }
  if (payment.receivedCents > payment.askedCents) {
    await owe(payment.receivedCents - payment.askedCents, 'overpaid');
  }

  const items = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  if (items.length > 0) {
    const doubled = await addToCollection(ctx, tx, order.user_id, items);
    const doubledCents = doubled.reduce((sum, item) => sum + item.price_cents, 0);
    if (doubledCents > 0) await owe(doubledCents, 'already_owned');
  }
  await ctx.enqueue(tx, { name: 'mail-payment-confirmed', data: { orderId: order.id } });
  return deliverLinkedProducts(ctx, tx, order, items);
}

/** @returns the items that the buyer owned already, through another order paid in between. */
async function addToCollection(
  ctx: ShopContext,
  tx: Tx,
  userId: string,
  items: OrderItemRow[],
): Promise<OrderItemRow[]> {
  const added = await tx
    .insertInto('user_collection')
    .values(
      items.map((item) => ({
        user_id: userId,
        order_id: item.order_id,
        champion_id: item.champion_id,
        skin_num: item.skin_num,
        skin_name: item.skin_name,
        champion_name: item.champion_name,
        splash_art_url: item.splash_art_url,
        download_link: null,
        added_at: ctx.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'champion_id', 'skin_num']).doNothing())
    .returning(['champion_id', 'skin_num'])
    .execute();
  return items.filter(
    (item) => !added.some((row) => row.champion_id === item.champion_id && row.skin_num === item.skin_num),
  );
}
