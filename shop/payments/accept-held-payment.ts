import { refreshAttention } from '#shop/attention/refresh-attention.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { announceOrder } from '#shop/delivery/announce-order.ts';
import { readMoneyOfOrder } from '#shop/refunds/order-money.ts';
import { acceptPayment } from './accept-payment.ts';
import { announceCharge } from './announce-charge.ts';
import { lockOrderOfCharge } from './lock-order-of-charge.ts';

export type AcceptHeldPaymentResult = { ok: true } | { ok: false; reason: 'not_found' | 'not_held' };

/** 'Entregar assim mesmo': staff take a payment of another sum for the price. Only one that is not going back. */
export async function acceptHeldPayment(
  ctx: OutwardContext,
  { actorUserId, chargeId }: { actorUserId: string; chargeId: string },
): Promise<AcceptHeldPaymentResult> {
  return ctx.transaction(async (tx): Promise<AcceptHeldPaymentResult> => {
    const order = await lockOrderOfCharge(tx, chargeId);
    if (!order) return { ok: false, reason: 'not_found' };
    const { charges } = await readMoneyOfOrder(tx, order.id);
    const money = charges.find((each) => each.chargeId === chargeId);
    if (!money || money.leftCents < money.receivedCents) return { ok: false, reason: 'not_held' };
    const charge = await tx
      .updateTable('charges')
      .set({ status: 'paid' })
      .where('id', '=', chargeId)
      .where('status', '=', 'held')
      .returningAll()
      .executeTakeFirst();
    if (!charge) return { ok: false, reason: 'not_held' };

    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'order.delivered_anyway',
      subject: { type: 'order', id: order.id },
      details: { chargeId, receivedCents: money.receivedCents, askedCents: charge.amount_cents },
    });
    const status = await acceptPayment(ctx, tx, order, {
      id: chargeId,
      receivedCents: money.receivedCents,
      askedCents: charge.amount_cents,
    });
    await refreshAttention(tx, order.id);
    await announceCharge(ctx, tx, order, chargeId, 'paid');
    await announceOrder(ctx, tx, { ...order, status });
    ctx.log.info('charge.accepted_by_staff', { chargeId, orderId: order.id });
    return { ok: true };
  });
}
