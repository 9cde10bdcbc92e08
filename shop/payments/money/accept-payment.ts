import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus, RefundReason } from '#db/schema.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import type { OutwardContext } from '#shop/context.ts';
import { deliverLinkedProducts } from '#shop/delivery/deliver-linked-products.ts';
import { readLinkedItems, wantsKey, type LinkedItem } from '#shop/delivery/read-linked-items.ts';
import { tell } from '#shop/events/tell.ts';
import { offerGift } from '#shop/states/offer-gift.ts';
import { dueAt } from '#shop/promise/due-at.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { openGrants, revokeGrants } from '#shop/states/grant-state.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { addDueRefund } from '#shop/refunds/add-due-refund.ts';
import { refundItems } from '#shop/refunds/refund-items.ts';
import { writeShares } from '#shop/refunds/write-shares.ts';
import { readStock } from '#shop/delivery/keys/stock-of.ts';
import { takeKeys } from '#shop/delivery/keys/take-keys.ts';

/**
 * Records that a charge is paid, in full or with a sum that staff accepted. Moves the order, fills the collection and
 * enqueues the confirmation mail, once each, in the caller's transaction, which holds the lock of the
 * order.
 * @returns the status of the order afterwards.
 */
export function acceptPayment(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  payment: { id: string; receivedCents: number },
): Promise<OrderStatus> {
  return continuePurchase(ctx, tx, { orderId: order.id }, { name: 'accept payment' }, () =>
    accept(ctx, tx, order, payment),
  );
}

async function accept(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  payment: { id: string; receivedCents: number },
): Promise<OrderStatus> {
  const owe = (amountCents: number, reason: RefundReason) =>
    addDueRefund(ctx, tx, { orderId: order.id, chargeId: payment.id, amountCents, reason });

  const now = ctx.now();
  const { promiseMinutes, staffHours } = ctx.settings;
  if (!(await moveOrder(tx, order.id, 'pending', now, dueAt(now, promiseMinutes, staffHours)))) {
    // Another code of this order was paid before: the buyer gets this money back.
    await owe(payment.receivedCents, 'paid_twice');
    return order.status;
  }
  // Another payment of it was held, and may be decided with this one.
  if (order.attention !== null) await refreshAttention(tx, order.id);
  const items = await readLinkedItems(tx, order.id, await openGrants(tx, order, now));
  if (order.user_id === null) {
    // The account is deleted: there is no collection, and nobody to write to.
    await owe(payment.receivedCents, 'no_account');
    await tell(ctx, tx, { name: 'order.paid_by_nobody', orderId: order.id });
    return 'pending';
  }
  if (payment.receivedCents > order.total_cents) {
    await owe(payment.receivedCents - order.total_cents, 'overpaid');
  }

  const sold = items.map((item) => ({ ...item, id: item.item_id }));
  const shares = await writeShares(tx, sold, Math.min(payment.receivedCents, order.total_cents));
  const doubledCents = items.reduce(
    (sum, { state }, n) => sum + (state === 'revoked' ? (shares[n] ?? 0) : 0),
    0,
  );
  if (doubledCents > 0) await owe(doubledCents, 'already_owned');
  const owed = await sellKeys(ctx, tx, order, { chargeId: payment.id, items, shares });
  // Of a gift alone nobody is the owner yet.
  if (owed.some(({ owner_id, state }) => owner_id === null && state !== 'revoked'))
    await offerGift(ctx, tx, order.id);
  // No promise runs for what waits for its file or goes back whole, so that nobody is told of one.
  const isBack = owed.every(({ state }) => state === 'revoked');
  if (isBack || owed.some(({ updating, waits_for }) => updating || waits_for === 'release'))
    await refreshClocks(ctx, tx, { orderId: order.id });
  await tell(ctx, tx, { name: 'order.paid', orderId: order.id, userId: order.user_id });
  return deliverLinkedProducts(ctx, tx, order, owed);
}

/**
 * Each product of keys takes one; where none is left, its share goes back. Where some wait since a restore, staff decide: this
 * buyer may have theirs from before it.
 * @returns what is owed now.
 */
async function sellKeys(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  { chargeId, items, shares }: { chargeId: string; items: LinkedItem[]; shares: readonly number[] },
): Promise<LinkedItem[]> {
  const sales = items.filter((item) => wantsKey(item));
  if (sales.length === 0) return items;
  const without = await takeKeys(ctx, tx, sales);
  const unsold = sales.filter(({ item_id: id }) => without.includes(id));
  const skus = unsold.map(({ sku }) => sku);
  const stocks = skus.length > 0 ? await readStock(tx, skus) : [];
  const isHeld = ({ sku }: LinkedItem) => stocks.some((stock) => stock.sku === sku && stock.held > 0);
  const itemIds = unsold.filter((item) => !isHeld(item)).map(({ item_id: id }) => id);
  if (itemIds.length > 0) {
    await revokeGrants(tx, order.id, itemIds);
    const amountCents = items.reduce(
      (sum, { item_id: id }, n) => sum + (itemIds.includes(id) ? (shares[n] ?? 0) : 0),
      0,
    );
    const back = { reason: 'sold_out' as const, chargeId, itemIds, amountCents };
    await refundItems(ctx, tx, { ...order, status: 'pending' }, back);
    ctx.log.info('stock.sold_out', { orderId: order.id, items: itemIds.length });
  }
  return readLinkedItems(tx, order.id);
}
