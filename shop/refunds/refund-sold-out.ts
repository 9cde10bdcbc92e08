import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { addRefund } from './add-refund.ts';

/**
 * Others bought the last keys while the payment of these items was on its way: their money goes back without anybody
 * pressing a button, and their buyer reads why. Where the provider cannot send it, staff do.
 */
export async function refundSoldOut(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'status'>,
  { chargeId, itemIds, amountCents }: { chargeId: string; itemIds: string[]; amountCents: number },
): Promise<void> {
  const { charges } = await readMoneyOfOrder(tx, order.id);
  const charge = charges.find((each) => each.chargeId === chargeId);
  const cents = Math.min(amountCents, charge?.leftCents ?? 0);
  // What a coupon made free was paid with nothing.
  if (!charge || cents <= 0) return;
  const refund = await addRefund(ctx, tx, charge, {
    actorUserId: null,
    orderId: order.id,
    amountCents: cents,
    reason: 'sold_out',
    note: null,
    itemIds,
  });
  if (refund.status === 'requested')
    await ctx.enqueue(tx, { name: 'send-refund', data: { refundId: refund.id } });
  await tell(ctx, tx, { name: 'refund.started', order, refundId: refund.id });
}
