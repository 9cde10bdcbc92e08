import { z } from 'zod';
import type { RefundRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation, type Refused } from '#shop/operation.ts';
import { tell } from '#shop/events/tell.ts';
import { addRefund, gatewayCanSend } from './add-refund.ts';
import { findPromisedItems } from './find-promised-items.ts';
import { lockRefund } from './lock-refund.ts';
import { readMoneyOfCharge } from '#shop/states/read-order-money.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { moveRefund } from '#shop/states/refund-status.ts';
import { sendRefund } from './send-refund.ts';

type Sent =
  | Refused<'not_found' | 'already_sent' | 'nothing_left' | 'send_at_provider'>
  | { ok: true; refundId: string };

/**
 * Staff send a refund that the shop owes: a due one is sent as it is, a failed one as a new row with a new id,
 * because a provider refuses the old id. The second of two presses finds the work of the first.
 */
export const sendDueRefund = operation(
  {
    id: 'refunds.send',
    who: 'refunds',
    input: z.object({ refundId: id() }),
    output: nothing,
    refusals: { not_found: 404, already_sent: 409, nothing_left: 409, send_at_provider: 409 },
    limit: 'refund-step',
  },
  async (ctx, { actorUserId, refundId }) => {
    const result = await ctx.transaction(async (tx): Promise<Sent> => {
      const locked = await lockRefund(tx, refundId);
      if (!locked) return { ok: false, reason: 'not_found' };
      const { order, refund } = locked;
      if (refund.status !== 'due' && refund.status !== 'failed') return { ok: false, reason: 'already_sent' };
      const charge = await readMoneyOfCharge(tx, { id: refund.charge_id, order_id: order.id });
      if (!charge) return { ok: false, reason: 'nothing_left' };
      if (!gatewayCanSend(ctx, charge, refund.amount_cents)) {
        return { ok: false, reason: 'send_at_provider' };
      }

      let sent: string;
      if (refund.status === 'due') {
        const now = ctx.now();
        const request = { requested_by: actorUserId, requested_at: now, next_check_at: now };
        if (!(await moveRefund(tx, refund.id, 'requested', request)))
          return { ok: false, reason: 'already_sent' };
        await recordAudit(ctx, tx, {
          actorUserId,
          action: 'refund.requested',
          subject: { type: 'order', id: order.id },
          details: { refundId, amountCents: refund.amount_cents, reason: refund.reason },
        });
        sent = refund.id;
      } else {
        if (await wasRetried(tx, refund)) return { ok: false, reason: 'already_sent' };
        // Staff refunded the item anew meanwhile.
        const promised = await findPromisedItems(tx, order.id);
        if (refund.item_ids?.some((id) => promised.has(id))) return { ok: false, reason: 'already_sent' };
        if (refund.amount_cents > charge.leftCents) return { ok: false, reason: 'nothing_left' };
        const retry = await addRefund(ctx, tx, charge, {
          actorUserId,
          orderId: order.id,
          amountCents: refund.amount_cents,
          reason: refund.reason,
          note: refund.note,
          retryOf: refund.id,
          itemIds: refund.item_ids,
        });
        sent = retry.id;
        await refreshClocks(ctx, tx, { orderId: order.id });
      }
      // Of one that failed its buyer was told that it goes back.
      if (refund.status === 'due') await tell(ctx, tx, { name: 'refund.started', order, refundId: sent });
      else await tell(ctx, tx, { name: 'order.changed', order });
      return { ok: true, refundId: sent };
    });
    if (result.ok) ctx.inBackground('send_refund', () => sendRefund(ctx, result.refundId));
    return result;
  },
);

async function wasRetried(
  tx: Parameters<typeof lockRefund>[0],
  refund: Pick<RefundRow, 'id'>,
): Promise<boolean> {
  const later = await tx
    .selectFrom('refunds')
    .select('id')
    .where('retry_of', '=', refund.id)
    .executeTakeFirst();
  return later !== undefined;
}
