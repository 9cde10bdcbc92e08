import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { findSkinOwner } from '#shop/states/find-skin-owner.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { requireMove } from '#shop/states/require-move.ts';

/** Ends an order whose items staff have filled: audited, mailed once and announced. The caller holds its row. */
export async function completeOrder(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'is_gift'>,
  { actorUserId, items, links }: { actorUserId: string; items: number; links: number },
): Promise<void> {
  const orderId = order.id;
  await continuePurchase(
    ctx,
    tx,
    { orderId },
    { name: 'deliver', facts: { 'fulgor.items': items } },
    async () => {
      await requireMove(moveOrder(tx, orderId, 'completed', ctx.now()), `Order ${orderId}`);
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'order.links_sent',
        subject: { type: 'order', id: orderId },
        details: { items, links },
      });
      const ownerId = await findSkinOwner(tx, order);
      const told = { ...order, status: 'completed' } as const;
      await tell(
        ctx,
        tx,
        { name: 'order.delivered', orderId, ownerId },
        { name: 'order.changed', order: told },
      );
    },
  );
  ctx.log.info('order.links_sent', { orderId, items });
}
