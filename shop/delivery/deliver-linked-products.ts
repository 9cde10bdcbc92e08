import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { lockAccount } from '#shop/disputes/lock-account.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { isOpen, moveGrants } from '#shop/states/grant-state.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { isDeliveryPaused } from '#shop/states/why-waits.ts';
import { deliverPart, endDelivery } from './complete-order.ts';
import { readyContent, type LinkedItem } from './read-linked-items.ts';
import { writeLink } from './write-link.ts';

/**
 * What is ready delivers its skin at payment, or once its update is there. If that
 * fills every item that the buyer keeps, the order is complete at once. Otherwise it waits for staff. A dispute of the
 * account pauses it: whatever delivers without a person comes through here.
 */
export async function deliverLinkedProducts(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  items: LinkedItem[],
): Promise<OrderStatus> {
  // The buyer owns it already, or it was sold out or did not come in time: its money goes back, and no promise runs.
  if (items.every(({ state }) => state === 'revoked')) {
    await refreshClocks(ctx, tx, { orderId: order.id });
    return 'pending';
  }
  const open = items.filter(isOpen);
  // It has a day of its own, until which its file may come, or its money is on its way back.
  const isAhead = ({ waits_for, refunding }: LinkedItem) => waits_for === 'release' || refunding;
  const awaited = open.filter((item) => item.updating && !isAhead(item));
  if (awaited.length > 0) await awaitUpdate(tx, order.id, awaited);
  const unseen = open.filter((item) => item.withheld && !item.updating && !isAhead(item)).map(({ id }) => id);
  if (unseen.length > 0)
    await moveGrants(tx, { order_id: order.id }, 'waiting', { waits_for: 'examination' })
      .where('id', 'in', unseen)
      .execute();
  const ready = open.flatMap((item) => {
    const content = item.updating || item.withheld || item.refunding ? null : readyContent(item);
    return content ? [{ item, content }] : [];
  });
  const later = open.filter((item) => isAhead(item) && !ready.some((one) => one.item === item));
  // Without an open one the last was refunded, and what has its link is all there is; so it is if nothing is open but what
  // was sold ahead.
  const isLeft = later.length === open.length && items.some(({ state }) => state === 'ready');
  if (open.length > 0 && ready.length === 0 && !isLeft) {
    if (later.length > 0) await refreshClocks(ctx, tx, { orderId: order.id });
    return 'pending';
  }
  if (order.user_id !== null) {
    await lockAccount(tx, order.user_id, 'to deliver');
    if (await isDeliveryPaused(tx, order.user_id)) {
      ctx.log.info('delivery.paused', { orderId: order.id });
      return 'pending';
    }
  }
  const step = { name: 'deliver', facts: { 'fulgor.items': ready.length } };
  return continuePurchase(ctx, tx, { orderId: order.id }, step, async () => {
    for (const { item, content } of ready)
      await writeLink(ctx, tx, { ...order, status: 'pending' }, item, content);
    if (ready.length + later.length < open.length) return 'pending';
    if (later.length > 0) {
      await deliverPart(ctx, tx, order);
      return 'pending';
    }
    await endDelivery(ctx, tx, order);
    return 'completed';
  });
}

/** The buyer was told so before the payment, so the order has no due date until the update is there. */
async function awaitUpdate(tx: Tx, orderId: string, items: readonly LinkedItem[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  await moveGrants(tx, { order_id: orderId }, 'waiting', { waits_for: 'update' })
    .where('id', 'in', ids)
    .execute();
  await tx.updateTable('orders').set({ due_at: null }).where('id', '=', orderId).execute();
}
