import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { lockAccount } from '#shop/disputes/lock-account.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { isOpen, moveGrants } from '#shop/states/grant-state.ts';
import { isDeliveryPaused } from '#shop/states/why-waits.ts';
import { endDelivery } from './complete-order.ts';
import type { SoldContent } from './files/stored-file.ts';
import type { LinkedItem } from './read-linked-items.ts';
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
  // The buyer owns this skin already: its share goes back, and nothing is delivered.
  if (items.every(({ state }) => state === 'revoked')) return 'pending';
  const open = items.filter(isOpen);
  const awaited = open.filter(({ updating }) => updating);
  if (awaited.length > 0) await awaitUpdate(tx, order.id, awaited);
  const unseen = open.filter(({ withheld, updating }) => withheld && !updating).map(({ id }) => id);
  if (unseen.length > 0)
    await moveGrants(tx, { order_id: order.id }, 'waiting', { waits_for: 'examination' })
      .where('id', 'in', unseen)
      .execute();
  const ready = open.flatMap((item) => {
    const content = item.updating || item.withheld ? null : readyContent(item);
    return content ? [{ item, content }] : [];
  });
  // Without an open one the last was refunded, and what has its link is all there is.
  if (open.length > 0 && ready.length === 0) return 'pending';
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
    if (ready.length < open.length) return 'pending';
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

function readyContent(item: LinkedItem): SoldContent | null {
  const { ready_link: link, ready_file_id: fileId, ready_key_id: keyId } = item;
  if (keyId) return { keyId };
  if (item.sells_keys) return null;
  if (link) return { link };
  return fileId ? { fileId } : null;
}
