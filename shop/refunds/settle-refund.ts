import type { Tx } from '#db/client.server.ts';
import type { OrderRow, RefundRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { applyRefundedMoney } from './apply-refunded-money.ts';
import { moveRefund } from '#shop/states/refund-status.ts';

/**
 * Records that the money went back, with mail, log and all effects, in the caller's transaction, which holds the lock
 * of the order. `actorUserId`: who sent it outside of the gateway, or null.
 * @returns false if it was settled before.
 */
export async function settleRefund(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  refund: Pick<RefundRow, 'id' | 'amount_cents'>,
  by: { actorUserId: string | null; gatewayRefundId?: string; note?: string },
): Promise<boolean> {
  const moved = await moveRefund(tx, refund.id, 'refunded', {
    settled_at: ctx.now(),
    next_check_at: null,
    failure: null,
    is_manual: by.actorUserId !== null,
    ...(by.gatewayRefundId === undefined ? {} : { gateway_refund_id: by.gatewayRefundId }),
    ...(by.note === undefined ? {} : { note: by.note }),
  });
  if (!moved) return false;
  await recordAudit(ctx, tx, {
    actorUserId: by.actorUserId,
    action: by.actorUserId === null ? 'refund.sent' : 'refund.marked',
    subject: { type: 'order', id: order.id },
    details: { refundId: refund.id, amountCents: refund.amount_cents },
  });
  ctx.log.info('refund.settled', {
    refundId: refund.id,
    orderId: order.id,
    manual: by.actorUserId !== null,
  });
  await applyRefundedMoney(ctx, tx, order);
  await tell(ctx, tx, { name: 'refund.finished', refundId: refund.id });
  return true;
}
