import { sql } from 'kysely';
import { z } from 'zod';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tell } from '#shop/events/tell.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation, type Refused } from '#shop/operation.ts';
import { endOpenOrder, type OpenCode } from '#shop/states/end-order.ts';
import { addRefund } from '#shop/refunds/add-refund.ts';
import { note } from '#shop/refunds/note.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import { settleRefund } from '#shop/refunds/settle-refund.ts';
import { cancelAtGateway } from '../charges/cancel-at-gateway.ts';
import { moveCharge } from '#shop/states/move-charge.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { requireMove } from '#shop/states/require-move.ts';

type Settled = Refused<'not_found' | 'not_held'> | { ok: true; closed: OpenCode[] };

/**
 * 'Marcar como resolvido': staff have settled a held payment with its buyer outside of the shop. An undelivered order
 * is cancelled, so that it is not offered for payment again (docs/decisions/odd-money.md). If another
 * payment has paid for the order, it does not change.
 */
export const settleHeldPayment = operation(
  {
    id: 'charges.settle',
    who: 'refunds',
    input: z.object({
      chargeId: id(),
      /** `returned`: staff sent the money back outside of the shop. `kept`: no money goes back through the shop. */
      as: z.enum(['returned', 'kept'], 'Diga o que aconteceu com o valor.'),
      note: note(),
    }),
    output: nothing,
    refusals: { not_found: 404, not_held: 409 },
    limit: 'settle-charge',
  },
  async (ctx, { actorUserId, chargeId, as, note: said }) => {
    const result = await ctx.transaction(async (tx): Promise<Settled> => {
      let order = await lockOrder(tx, { chargeId });
      if (!order) return { ok: false, reason: 'not_found' };
      const waiting = await tx
        .selectFrom('attention')
        .select('amount_cents')
        .where('kind', '=', 'amount_mismatch')
        .where('charge_id', '=', chargeId)
        .executeTakeFirst();
      const money = await readMoneyOfCharge(tx, { id: chargeId, order_id: order.id });
      if (!waiting || (as === 'returned' && !money)) return { ok: false, reason: 'not_held' };

      let closed: OpenCode[] = [];
      const ends = order.status === 'awaiting_payment';
      if (ends) {
        closed = await endOpenOrder(ctx, tx, order, {
          codes: 'cancelled',
          money: { refundCents: 0, isSettled: true },
          isHidden: false,
        });
        order = { ...order, status: 'cancelled' };
      }
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'payment.settled_outside',
        subject: { type: 'order', id: order.id },
        details: { chargeId, as, amountCents: waiting.amount_cents, orderEnded: ends },
      });
      if (as === 'returned' && money) {
        const amountCents = money.leftCents;
        const back = { actorUserId, orderId: order.id, amountCents, reason: 'staff' as const, note: said };
        const { id } = await addRefund(ctx, tx, money, back);
        await settleRefund(ctx, tx, order, { id, amount_cents: amountCents }, { actorUserId });
      } else {
        const settled = {
          doubted_at: null,
          staff_note: sql<string>`concat_ws(' · ', staff_note, ${said}::text)`,
        };
        await requireMove(moveCharge(tx, { id: chargeId }, 'paid', settled), `Charge ${chargeId}`);
        await refreshAttention(tx, order.id);
        await tell(ctx, tx, { name: 'order.changed', order });
      }
      ctx.log.info('charge.settled_outside', { chargeId, orderId: order.id, as });
      return { ok: true, closed };
    });
    if (!result.ok) return result;
    cancelAtGateway(ctx, result.closed);
    return { ok: true };
  },
);
