import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { deliverGrants } from '#shop/states/grant-state.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { requireMove } from '#shop/states/require-move.ts';

/** Ends an order of which nothing is open any more: mailed once. The caller holds its row and announces it. */
export async function endDelivery(
  ctx: OutwardContext,
  tx: Tx,
  { id: orderId, user_id }: Pick<OrderRow, 'id' | 'user_id'>,
): Promise<void> {
  await requireMove(moveOrder(tx, orderId, 'completed', ctx.now()), `Order ${orderId}`);
  const delivered = await deliverGrants(tx, orderId);
  const before = tx
    .selectFrom('grants')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'delivered');
  // The last one was refunded, and its owner has read of the others: deliverPart. Programs have not.
  if (delivered.length === 0 && (await before.limit(1).executeTakeFirst()))
    return tell(ctx, tx, { name: 'order.completed', orderId });
  // A free charge owes nothing.
  const [first = { owner_id: user_id }] = delivered;
  await tell(ctx, tx, { name: 'order.delivered', orderId, ownerId: first.owner_id });
}

/**
 * What is sold ahead does not hold up the rest of its order (docs/rulings.md, 'Pre-order'): its owner gets that, and the
 * order stays open, without a clock.
 */
export async function deliverPart(
  ctx: OutwardContext,
  tx: Tx,
  { id: orderId }: Pick<OrderRow, 'id'>,
): Promise<void> {
  const delivered = await deliverGrants(tx, orderId);
  const itemIds = delivered.map(({ item_id }) => item_id);
  const [first] = delivered;
  if (first) {
    await tell(ctx, tx, { name: 'order.part_delivered', orderId, userId: first.owner_id, itemIds });
    // The clock stops, and with the rest nobody would know that this part came after it.
    await tx
      .updateTable('orders')
      .set({ was_late: true })
      .where('id', '=', orderId)
      .where('due_at', '<', ctx.now())
      .execute();
  }
  await refreshClocks(ctx, tx, { orderId });
}

/** The same for an order whose last item staff have filled: audited and announced. */
export async function completeOrder(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  { actorUserId, items, links }: { actorUserId: string; items: number; links: number },
): Promise<void> {
  const orderId = order.id;
  await continuePurchase(
    ctx,
    tx,
    { orderId },
    { name: 'deliver', facts: { 'fulgor.items': items } },
    async () => {
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'order.links_sent',
        subject: { type: 'order', id: orderId },
        details: { items, links },
      });
      await endDelivery(ctx, tx, order);
      await tell(ctx, tx, { name: 'order.changed', order: { ...order, status: 'completed' } });
    },
  );
  ctx.log.info('order.links_sent', { orderId, items });
}
