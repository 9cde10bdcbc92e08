import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import type { WhyBack } from '#shop/states/why-back.ts';
import { addRefund } from './add-refund.ts';

interface Returned {
  reason: WhyBack;
  chargeId: string;
  itemIds: string[];
  amountCents: number;
}

/**
 * The money of these items goes back without anybody pressing a button, and their buyer reads why. Where the provider
 * cannot send it, staff do.
 */
export async function refundItems(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'status'>,
  { reason, chargeId, itemIds, amountCents }: Returned,
): Promise<void> {
  const charge = await readMoneyOfCharge(tx, { id: chargeId, order_id: order.id });
  const cents = Math.min(amountCents, charge?.leftCents ?? 0);
  // What a coupon made free was paid with nothing.
  if (!charge || cents <= 0) return;
  const refund = await addRefund(ctx, tx, charge, {
    actorUserId: null,
    orderId: order.id,
    amountCents: cents,
    reason,
    note: null,
    itemIds,
  });
  if (refund.status === 'requested')
    await ctx.enqueue(tx, { name: 'send-refund', data: { refundId: refund.id } });
  await tell(ctx, tx, { name: 'refund.started', order, refundId: refund.id });
}
