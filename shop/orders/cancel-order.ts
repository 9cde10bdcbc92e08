import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import { cancelAtGateway } from '#shop/payments/charges/cancel-at-gateway.ts';
import { addRefund } from '#shop/refunds/add-refund.ts';
import { note } from '#shop/refunds/note.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { sendRefund } from '#shop/refunds/send-refund.ts';
import { endOpenOrder } from '#shop/states/end-order.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

/** The buyer cancels an unpaid order. Money that arrives later revives it. */
export const cancelOwnOrder = operation(
  {
    id: 'orders.cancel_own',
    who: 'customer',
    input: z.object({ orderId: id() }),
    output: z.object({ order: z.object({ id: z.string(), status: z.literal('cancelled') }) }),
    refusals: { not_found: 404, already_paid: 409, payment_under_review: 409 },
    limit: 'cancel-order',
  },
  async (ctx, { userId, orderId }) => {
    const result = await ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order || order.user_id !== userId) return { ok: false as const, reason: 'not_found' as const };
      if (order.status === 'cancelled') return { ok: true as const, closed: [] };
      if (order.status !== 'awaiting_payment') return { ok: false as const, reason: 'already_paid' as const };
      const { receivedCents } = await readMoneyOfOrder(tx, orderId);
      if (receivedCents > 0) return { ok: false as const, reason: 'payment_under_review' as const };
      const closed = await endOpenOrder(ctx, tx, order, {
        codes: 'cancelled',
        money: { refundCents: 0 },
        isHidden: false,
      });
      ctx.log.info('order.cancelled_by_buyer', { orderId });
      return { ok: true as const, closed };
    });
    if (!result.ok) return result;
    cancelAtGateway(ctx, result.closed);
    return { ok: true as const, order: { id: orderId, status: 'cancelled' as const } };
  },
);

/** Staff cancel an undelivered order. The same transaction refunds what was paid. */
export const cancelOrder = operation(
  {
    id: 'orders.cancel',
    who: 'orders.cancel_paid',
    input: z.object({ orderId: id(), reason: note() }),
    output: z.object({
      order: z.object({ id: z.string(), status: z.literal('cancelled') }),
      refundAmountCents: z.number(),
    }),
    refusals: { not_found: 404, already_completed: 409, already_cancelled: 409, refunded_outside: 409 },
    limit: 'staff-cancel',
  },
  async (ctx, { actorUserId, orderId, reason }) => {
    const result = await ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return { ok: false as const, reason: 'not_found' as const };
      if (order.status === 'completed') return { ok: false as const, reason: 'already_completed' as const };
      if (order.status === 'cancelled') return { ok: false as const, reason: 'already_cancelled' as const };
      if (order.status === 'imported') return { ok: false as const, reason: 'refunded_outside' as const };
      const { charges, isPromisedBack } = await readMoneyOfOrder(tx, orderId);
      let refundCents = 0;
      const toSend: string[] = [];
      for (const charge of charges) {
        if (charge.leftCents === 0) continue;
        const refund = await addRefund(ctx, tx, charge, {
          actorUserId,
          orderId,
          amountCents: charge.leftCents,
          reason: 'cancelled',
          note: reason,
        });
        refundCents += charge.leftCents;
        if (refund.status === 'requested') toSend.push(refund.id);
      }
      await revokeSkins(tx, order, ctx.now());
      const closed = await endOpenOrder(ctx, tx, order, {
        codes: 'cancelled',
        // What is on its way back already has told so in mails of its own.
        money: isPromisedBack ? null : { refundCents },
        isHidden: false,
      });
      await refreshAttention(tx, orderId);
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'order.cancelled',
        subject: { type: 'order', id: orderId },
        details: { from: order.status, refundCents },
      });
      ctx.log.info('order.cancelled_by_staff', { orderId, refundCents });
      return { ok: true as const, refundCents, toSend, closed };
    });
    if (!result.ok) return result;
    for (const id of result.toSend) ctx.inBackground('send_refund', () => sendRefund(ctx, id));
    cancelAtGateway(ctx, result.closed);
    const order = { id: orderId, status: 'cancelled' as const };
    return { ok: true as const, order, refundAmountCents: result.refundCents };
  },
);
