import { z } from 'zod';
import { id, sum } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import { note } from './note.ts';
import { requestRefund } from './request-refund.ts';

const NO_SUM = 'Informe um valor, como 15,00.';

/** Staff refund an order: a sum, some of its items, or all that is left of a payment. */
export const refundOrder = operation(
  {
    id: 'refunds.request',
    who: 'refunds',
    input: z.object({
      orderId: id(),
      /** The first 8 characters of the order's id. */
      confirmation: z.string().max(64),
      reason: note(),
      amountCents: sum(1, Number.MAX_SAFE_INTEGER, NO_SUM).nullish(),
      itemIds: z.array(id()).min(1).max(200).optional(),
      chargeId: id().optional(),
      idempotencyKey: id().optional(),
    }),
    output: z.object({ refund: z.object({ id: z.string(), status: z.enum(['requested', 'due']) }) }),
    refusals: {
      not_found: 404,
      /** It came from another shop, whose money it is. */
      refunded_outside: 409,
      not_confirmed: 422,
      nothing_left: 409,
      unknown_item: 422,
      item_returned: 409,
      too_much: 422,
    },
    limit: 'refund',
  },
  async (ctx, { confirmation, reason, amountCents, idempotencyKey, ...asked }) => {
    const orders = ctx.db.selectFrom('orders').select('status').where('id', '=', asked.orderId);
    const order = await orders.executeTakeFirst();
    if (!order) return { ok: false, reason: 'not_found' };
    if (order.status === 'imported') return { ok: false, reason: 'refunded_outside' };
    if (typeof amountCents === 'number' && asked.itemIds) return { ok: false, reason: 'malformed' };
    // No sum is all of it only where none was asked for.
    if (amountCents === null && !asked.itemIds)
      return { ok: false, reason: 'invalid', fields: { amountCents: NO_SUM } };
    const number = asked.orderId.slice(0, 8);
    if (confirmation.trim().toLowerCase() !== number)
      return { ok: false, reason: 'not_confirmed', fields: { confirmation: `Digite ${number}.` } };
    const requestKey = idempotencyKey ?? null;
    const done = await requestRefund(ctx, {
      ...asked,
      amountCents: amountCents ?? undefined,
      note: reason,
      requestKey,
    });
    if (done.ok) return { refund: { id: done.refundId, status: done.status } };
    if (done.reason !== 'too_much') return done;
    const left = `Restam ${formatReais(done.leftCents, ' ')} para devolver.`;
    return { ok: false, reason: 'too_much', fields: { amountCents: left } };
  },
);
