import { z } from 'zod';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow, RefundRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { tell } from '#shop/events/tell.ts';
import { findPromisedItems } from './find-promised-items.ts';
import { lockRefund } from './lock-refund.ts';
import { readMoneyOfCharge, readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { note } from './note.ts';
import { restoreGrants } from '#shop/states/grant-state.ts';
import { offerGift } from '#shop/states/offer-gift.ts';
import { moveRefund, PROVIDER_ONLY_SECONDS } from '#shop/states/refund-status.ts';
import { settleRefund } from './settle-refund.ts';

const NOT_SENT = 'O provedor confirmou à equipe que a devolução não foi feita.';

/**
 * `sent`: staff say that the money is back. `dismissed`: it does not go back. `not_sent`: the provider says that a
 * refund which was sent a day ago will not arrive.
 */
export type Closing = 'sent' | 'dismissed' | 'not_sent';

/**
 * Staff end a refund, with a note: one that is due or failed, or one that is on its way for so long that they have
 * asked the provider. If that one arrives later, the books follow (`REFUND_TRANSITIONS`).
 */
export const closeRefund = operation(
  {
    id: 'refunds.close',
    who: 'refunds',
    input: z.object({ refundId: id(), as: z.enum(['sent', 'dismissed', 'not_sent']), note: note() }),
    output: nothing,
    refusals: { not_found: 404, not_open: 409, nothing_left: 409 },
    limit: 'refund-step',
  },
  (ctx, request) =>
    ctx.transaction(async (tx) => {
      const locked = await lockRefund(tx, request.refundId);
      if (!locked) return { ok: false, reason: 'not_found' };
      const { order, refund } = locked;
      const retried = await tx
        .selectFrom('refunds')
        .select('id')
        .where('retry_of', '=', refund.id)
        .executeTakeFirst();
      if (retried || !mayClose(refund, request.as, ctx.now())) return { ok: false, reason: 'not_open' };
      const words = refund.note === null ? request.note : `${refund.note} · ${request.note}`;
      if (request.as === 'sent') {
        const charge = await readMoneyOfCharge(tx, { id: refund.charge_id, order_id: order.id });
        if (refund.status === 'failed' && refund.amount_cents > (charge?.leftCents ?? 0))
          return { ok: false, reason: 'nothing_left' };
        await settleRefund(ctx, tx, order, refund, { actorUserId: request.actorUserId, note: words });
        return { ok: true as const };
      }
      const closed = { note: words, settled_at: ctx.now(), next_check_at: null };
      const moved =
        request.as === 'dismissed'
          ? await moveRefund(tx, refund.id, 'dismissed', closed)
          : await moveRefund(tx, refund.id, 'failed', { ...closed, failure: NOT_SENT });
      if (!moved) return { ok: false, reason: 'not_open' };
      const isOfSkins =
        ['already_owned', 'sold_out', 'preorder_over'].includes(refund.reason) ||
        // 'Pedir devolução' took the skins at once.
        (refund.reason === 'cancelled' && order.status === 'completed');
      if (request.as === 'dismissed' && isOfSkins) await keepItems(ctx, tx, order);
      await recordAudit(ctx, tx, {
        actorUserId: request.actorUserId,
        action: request.as === 'dismissed' ? 'refund.dismissed' : 'refund.failed',
        subject: { type: 'order', id: order.id },
        details: { refundId: refund.id, amountCents: refund.amount_cents },
      });
      // For a held payment the decision is open again.
      await refreshAttention(tx, order.id);
      await refreshClocks(ctx, tx, { orderId: order.id });
      await tell(ctx, tx, { name: 'order.changed', order });
      return { ok: true as const };
    }),
);

/**
 * The shop keeps the price of a skin that the buyer owned before, that was sold out or that was asked back, so this order
 * has paid for it; not for one that was refunded by name. A gift that belongs to nobody any more is offered again.
 */
async function keepItems(ctx: OutwardContext, tx: Tx, order: OrderRow): Promise<void> {
  const isSold = order.status === 'pending' || order.status === 'completed';
  if (!isSold || (await readMoneyOfOrder(tx, order.id)).isRefunded) return;
  const unowned = await tx
    .selectFrom('gifts')
    .innerJoin('grants', 'grants.order_id', 'gifts.order_id')
    .select('gifts.id')
    .where('gifts.order_id', '=', order.id)
    .where('gifts.status', 'in', ['unpaid', 'withdrawn'])
    .where('grants.owner_id', 'is', null)
    .executeTakeFirst();
  if (unowned) await offerGift(ctx, tx, order.id);
  await restoreGrants(tx, order, [...(await findPromisedItems(tx, order.id))]);
}

function mayClose({ status, requested_at }: RefundRow, as: Closing, now: Date): boolean {
  if (status === 'due' || status === 'failed') return as !== 'not_sent';
  if (status !== 'requested' && status !== 'processing') return false;
  const isLong =
    requested_at !== null && now.getTime() - requested_at.getTime() >= PROVIDER_ONLY_SECONDS * 1000;
  return isLong && as !== 'dismissed';
}
