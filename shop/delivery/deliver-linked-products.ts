import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { isDeliveryPaused } from '#shop/disputes/is-delivery-paused.ts';
import { lockAccount } from '#shop/disputes/lock-account.ts';
import { tell } from '#shop/events/tell.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { findSkinOwner } from '#shop/states/find-skin-owner.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { requireMove } from '#shop/states/require-move.ts';
import type { SkinContent } from './files/stored-file.ts';
import { awaitUpdate } from './patch/await-update.ts';
import { writeLink, type WrittenItem } from './write-link.ts';

/**
 * An item of an order, with the link or stored file that is ready for it: of its active product, or else of the skin's
 * file with 'entregar sozinha'.
 */
export interface LinkedItem extends WrittenItem {
  ready_link: string | null;
  ready_file_id: string | null;
  /** The file of its skin is being updated: the item waits. */
  updating: boolean;
  /** It has its link already. */
  filled: boolean;
}

/**
 * What is ready delivers its skin at payment, or once its update is there. If that
 * fills every item that the buyer keeps, the order is complete at once. Otherwise it waits for staff. A dispute of the
 * account pauses it: whatever delivers without a person comes through here.
 */
export async function deliverLinkedProducts(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'is_gift'>,
  items: LinkedItem[],
): Promise<OrderStatus> {
  // The buyer owns this skin already: its share goes back, and nothing is delivered.
  const wanted = items.filter(({ kept }) => kept);
  if (wanted.length === 0) return 'pending';
  const open = wanted.filter(({ filled }) => !filled);
  const awaited = open.filter(({ updating }) => updating);
  if (awaited.length > 0) await awaitUpdate(tx, order.id, awaited);
  const ready = open.flatMap((item) => {
    const content = item.updating ? null : readyContent(item);
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
    for (const { item, content } of ready) await writeLink(ctx, tx, order, item, content);
    if (ready.length < open.length) return 'pending';
    await requireMove(moveOrder(tx, order.id, 'completed', ctx.now()), `Order ${order.id}`);
    const ownerId = await findSkinOwner(tx, order);
    await tell(ctx, tx, { name: 'order.delivered', orderId: order.id, ownerId });
    return 'completed';
  });
}

function readyContent({ ready_link: link, ready_file_id: fileId }: LinkedItem): SkinContent | null {
  if (link) return { link };
  return fileId ? { fileId } : null;
}
