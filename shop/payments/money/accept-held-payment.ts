import { z } from 'zod';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tell } from '#shop/events/tell.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import { acceptPayment } from './accept-payment.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { requireMove } from '#shop/states/require-move.ts';

/** 'Entregar assim mesmo': staff accept a payment of another sum as the price. Not if its money is on its way back. */
export const acceptHeldPayment = operation(
  {
    id: 'charges.accept',
    who: 'refunds',
    input: z.object({ chargeId: id() }),
    output: nothing,
    refusals: { not_found: 404, not_held: 409 },
    limit: 'settle-charge',
  },
  (ctx, { actorUserId, chargeId }) =>
    ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, { chargeId });
      if (!order) return { ok: false, reason: 'not_found' };
      const money = await readMoneyOfCharge(tx, { id: chargeId, order_id: order.id });
      const held = await tx
        .selectFrom('charges')
        .select('doubted_at')
        .where('id', '=', chargeId)
        .where('status', '=', 'held')
        .executeTakeFirst();
      if (!held || !money || money.leftCents === 0) return { ok: false, reason: 'not_held' };
      // It had paid for the order before another amount was named. A partial refund that it owes stays due.
      const isConfirmed = held.doubted_at !== null && order.status === 'pending';
      if (!isConfirmed && money.leftCents < money.receivedCents) return { ok: false, reason: 'not_held' };
      await requireMove(moveCharge(tx, { id: chargeId }, 'paid', { doubted_at: null }), `Charge ${chargeId}`);

      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'order.delivered_anyway',
        subject: { type: 'order', id: order.id },
        details: { chargeId, receivedCents: money.receivedCents, askedCents: order.total_cents },
      });
      const payment = { id: chargeId, receivedCents: money.receivedCents };
      const status = isConfirmed ? order.status : await acceptPayment(ctx, tx, order, payment);
      await refreshAttention(tx, order.id);
      await tell(
        ctx,
        tx,
        { name: 'charges.changed', order, chargeIds: [chargeId], status: 'paid' },
        { name: 'order.changed', order: { ...order, status } },
      );
      ctx.log.info('charge.accepted_by_staff', { chargeId, orderId: order.id });
      return { ok: true as const };
    }),
);
