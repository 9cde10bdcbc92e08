import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { announceOrder } from '#shop/states/announce-order.ts';
import { continuePurchase } from '#shop/states/continue-purchase.ts';
import { moveOrder } from '#shop/states/move-order.ts';

/** Ends an order whose items staff have filled: audited, mailed once and announced. The caller holds its row. */
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
      if (!(await moveOrder(tx, orderId, 'completed', ctx.now()))) {
        throw new Error(
          `Order ${orderId} left 'pending' under its own row lock: somebody writes without it.`,
        );
      }
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'order.links_sent',
        subject: { type: 'order', id: orderId },
        details: { items, links },
      });
      await ctx.enqueue(tx, { name: 'mail-links-delivered', data: { orderId } });
      await announceOrder(ctx, tx, { ...order, status: 'completed' });
    },
  );
  ctx.log.info('order.links_sent', { orderId, items });
}
