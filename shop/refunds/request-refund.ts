import { moveGrants } from '#shop/states/grant-state.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { tell } from '#shop/events/tell.ts';
import type { OutwardContext } from '#shop/context.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { addRefund } from './add-refund.ts';
import { readItemShares } from './read-item-shares.ts';
import { mostLeft, readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { sendRefund } from './send-refund.ts';

export interface RequestRefund {
  actorUserId: string;
  orderId: string;
  /** Absent: the charge with the most money left. */
  chargeId?: string | undefined;
  /** Absent: everything that is left of the charge. */
  amountCents?: number | undefined;
  /** Instead of a sum: these items, each at its share of what was paid. */
  itemIds?: string[] | undefined;
  note: string;
  /** One press of the button. A repeated request with the same key is the same refund. */
  requestKey: string | null;
}

export type RequestRefundResult =
  | { ok: true; refundId: string; status: 'requested' | 'due' }
  | { ok: false; reason: 'not_found' | 'nothing_left' | 'unknown_item' | 'item_returned' }
  | { ok: false; reason: 'too_much'; leftCents: number };

/** Staff refund a charge, all of it or a part. The row is committed first; the gateway is called after that. */
export async function requestRefund(
  ctx: OutwardContext,
  request: RequestRefund,
): Promise<RequestRefundResult> {
  const result = await ctx.transaction(async (tx): Promise<RequestRefundResult> => {
    const order = await lockOrder(tx, request.orderId);
    if (!order) return { ok: false, reason: 'not_found' };
    if (request.requestKey !== null) {
      const same = await tx
        .selectFrom('refunds')
        .select(['id', 'status'])
        .where('order_id', '=', order.id)
        .where('request_key', '=', request.requestKey)
        .executeTakeFirst();
      if (same) return { ok: true, refundId: same.id, status: same.status === 'due' ? 'due' : 'requested' };
    }
    const { charges } = await readMoneyOfOrder(tx, order.id);
    const charge =
      request.chargeId === undefined
        ? mostLeft(charges)
        : charges.find(({ chargeId }) => chargeId === request.chargeId);
    if (!charge || charge.leftCents === 0) return { ok: false, reason: 'nothing_left' };
    const shares = request.itemIds === undefined ? null : await readItemShares(tx, order, request.itemIds);
    if (shares && !shares.ok) return shares;
    const wanted = shares?.cents ?? request.amountCents ?? charge.leftCents;
    // What a coupon made free was paid with nothing.
    if (wanted === 0) return { ok: false, reason: 'nothing_left' };
    if (wanted > charge.leftCents) return { ok: false, reason: 'too_much', leftCents: charge.leftCents };

    const added = await addRefund(ctx, tx, charge, {
      actorUserId: request.actorUserId,
      orderId: order.id,
      amountCents: wanted,
      reason: 'staff',
      note: request.note,
      requestKey: request.requestKey,
      itemIds: request.itemIds ?? null,
    });
    // What has its content already waits for the end of this too: the rest of its order must not take it along.
    if (request.itemIds)
      await moveGrants(tx, { order_id: order.id }, 'waiting', { waits_for: 'staff' })
        .where('state', '=', 'ready')
        .where('item_id', 'in', request.itemIds)
        .execute();
    // A held payment that is refunded needs no decision any more.
    await refreshAttention(tx, order.id);
    await refreshClocks(ctx, tx, { orderId: order.id });
    await tell(ctx, tx, { name: 'refund.started', order, refundId: added.id });
    return { ok: true, refundId: added.id, status: added.status };
  });
  if (result.ok && result.status === 'requested') {
    ctx.inBackground('send_refund', () => sendRefund(ctx, result.refundId));
  }
  return result;
}
