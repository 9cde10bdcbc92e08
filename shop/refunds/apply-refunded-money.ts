import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import type { OutwardContext } from '#shop/context.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { readLinkedItems } from '#shop/delivery/read-linked-items.ts';
import { tell } from '#shop/events/tell.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { endOrder } from '#shop/states/end-order.ts';
import { isOpen } from '#shop/states/grant-state.ts';
import { refuseDelivery } from '#shop/states/why-waits.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

/**
 * Updates charges, order and collection after money went back. A charge with no money left is `refunded`. An order
 * with no money left loses its skins. It is cancelled if it was not delivered; a delivered one stays `completed`.
 * An order whose item was refunded loses that one, and is complete if the others have their links: what was sold ahead holds none of
 * them up.
 */
export async function applyRefundedMoney(
  ctx: OutwardContext,
  tx: Tx,
  { id }: Pick<OrderRow, 'id'>,
): Promise<void> {
  // One answer of a provider settles several refunds, and each of them may move the order.
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const money = await readMoneyOfOrder(tx, order.id);
  for (const charge of money.charges) {
    if (charge.refundedCents < charge.receivedCents) continue;
    const moved = await moveCharge(tx, { id: charge.chargeId }, 'refunded', { next_check_at: null });
    if (moved)
      await tell(ctx, tx, {
        name: 'charges.changed',
        order,
        chargeIds: [charge.chargeId],
        status: 'refunded',
      });
  }
  await refreshAttention(tx, order.id);
  if (money.isRefunded) {
    await revokeSkins(tx, order, ctx.now());
    if (await endOrder(ctx, tx, order, { codes: 'cancelled', money: null, isHidden: false })) return;
  }
  const status = await revokeRefundedItems(ctx, tx, order);
  await tell(ctx, tx, { name: 'order.changed', order: { ...order, status } });
}

async function revokeRefundedItems(ctx: OutwardContext, tx: Tx, order: OrderRow): Promise<OrderStatus> {
  const refunded = await tx
    .selectFrom('refunds')
    .select('item_ids')
    .where('order_id', '=', order.id)
    .where('status', '=', 'refunded')
    .where('item_ids', 'is not', null)
    // Before it ended and was paid anew it is another sale.
    .$if(order.paid_at !== null, (query) => query.where('created_at', '>=', order.paid_at!))
    .execute();
  const itemIds = refunded.flatMap(({ item_ids }) => item_ids ?? []);
  if (itemIds.length === 0) return order.status;
  await revokeSkins(tx, order, ctx.now(), itemIds);
  const items = await readLinkedItems(tx, order.id);
  const isOwed = items.some((item) => isOpen(item) && item.waits_for !== 'release' && !item.refunding);
  if (isOwed || (await refuseDelivery(tx, order))) return order.status;
  return deliverLinkedProducts(ctx, tx, order, items);
}
