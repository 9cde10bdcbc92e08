import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import type { OutwardContext } from '#shop/context.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { cancelAtGateway } from '#shop/payments/charges/cancel-at-gateway.ts';
import { addRefund, gatewayCanSend } from '#shop/refunds/add-refund.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { sendRefund } from '#shop/refunds/send-refund.ts';
import { tell } from '#shop/events/tell.ts';
import { endOpenOrder, type OpenCode } from '#shop/states/end-order.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { mostLeft, readMoneyOfOrder, type OrderMoney } from '#shop/states/read-order-money.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';
import { refreshAttention } from '#shop/states/refresh-attention.ts';
import { isWithdrawalAsked } from '#shop/states/why-waits.ts';
import { isWithdrawalOpen } from './withdrawal-time.ts';

export type WithdrawalState = 'refunding' | 'requested';

/**
 * The buyer gives an order back within seven days of its payment. Where the setting allows it, nothing was
 * downloaded and the provider can send the money, the shop refunds it at once, and the skins go in the same moment:
 * nobody downloads what is on its way back. Otherwise it is a request that staff see in 'Atenção'
 * (docs/decisions/withdrawal.md). Asked again, it is the same request,
 * until new money is there.
 */
export const withdrawOrder = operation(
  {
    id: 'orders.withdraw',
    who: 'customer',
    input: z.object({ orderId: id(), reason: z.string().max(5_000).default('') }),
    output: z.object({ state: z.enum(['refunding', 'requested']) }),
    refusals: {
      not_found: 404,
      not_paid: 409,
      gift_claimed: 409,
      too_late: 409,
      nothing_left: 409,
      declined: 409,
      invalid_reason: [422, 'invalid'],
    },
    limit: 'withdraw',
  },
  async (ctx, { userId, orderId, reason: typed }) => {
    const reason = checkReason(typed);
    if (!reason.ok)
      return { ok: false as const, reason: 'invalid_reason' as const, fields: { reason: reason.message } };

    const result = await ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order || order.user_id !== userId) return { ok: false as const, reason: 'not_found' as const };
      const earlier = await findEarlier(tx, order);
      if (earlier) return earlier;
      if (order.paid_at === null) return { ok: false as const, reason: 'not_paid' as const };
      if (await isClaimedGift(tx, orderId)) return { ok: false as const, reason: 'gift_claimed' as const };
      if (!isWithdrawalOpen(order.paid_at, ctx.now()))
        return { ok: false as const, reason: 'too_late' as const };
      const money = await readMoneyOfOrder(tx, orderId);
      const largest = mostLeft(money.charges);
      if (!largest || largest.leftCents === 0) return { ok: false as const, reason: 'nothing_left' as const };

      const isAutomatic = await canRefundAtOnce(ctx, tx, order, money);
      const withdrawal = {
        charge_id: largest.chargeId,
        asked_at: ctx.now(),
        reason: reason.text,
        answer: null,
        state: isAutomatic ? ('automatic' as const) : ('requested' as const),
      };
      await tx
        .insertInto('withdrawals')
        .values({ order_id: orderId, ...withdrawal })
        .onConflict((conflict) => conflict.column('order_id').doUpdateSet(withdrawal))
        .execute();
      await recordAudit(ctx, tx, {
        actorUserId: userId,
        action: 'withdrawal.asked',
        subject: { type: 'order', id: orderId },
        details: { amountCents: money.leftCents, automatic: isAutomatic },
      });
      ctx.log.info('withdrawal.asked', { orderId, automatic: isAutomatic });
      if (!isAutomatic) {
        await refreshClocks(ctx, tx, { orderId });
        await tell(ctx, tx, { name: 'order.changed', order });
        return { ok: true as const, state: 'requested' as const, toSend: [], closed: [] };
      }
      return {
        ok: true as const,
        state: 'refunding' as const,
        ...(await refundAll(ctx, tx, { userId, order, money })),
      };
    });
    if (!result.ok) return result;
    for (const id of result.toSend) ctx.inBackground('send_refund', () => sendRefund(ctx, id));
    cancelAtGateway(ctx, result.closed);
    return { ok: true, state: result.state };
  },
);

/** It may be left out. */
function checkReason(typed: string): { ok: true; text: string | null } | { ok: false; message: string } {
  if (typed.trim() === '') return { ok: true, text: null };
  const checked = checkNote(typed);
  return checked.ok ? { ok: true, text: checked.note } : checked;
}

/** What was asked about this money. An order that was paid anew since then may be given back anew. */
async function findEarlier(tx: Tx, { id: orderId, paid_at: paidAt }: OrderRow) {
  const earlier = await tx
    .selectFrom('withdrawals')
    .select(['state', 'asked_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!earlier) return null;
  const isAsked = await isWithdrawalAsked(tx, orderId);
  if (!isAsked && paidAt !== null && paidAt > earlier.asked_at) return null;
  if (earlier.state === 'declined') return { ok: false as const, reason: 'declined' as const };
  const state: WithdrawalState = isAsked ? 'requested' : 'refunding';
  return { ok: true as const, state, toSend: [], closed: [] };
}

/**
 * Somebody opened it, so its buyer cannot give it back; staff can refund it. The caller holds the lock of the order, under
 * which alone a gift is claimed.
 */
async function isClaimedGift(tx: Tx, orderId: string): Promise<boolean> {
  const claimed = await tx
    .selectFrom('gifts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'claimed')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function canRefundAtOnce(
  ctx: OutwardContext,
  tx: Tx,
  order: OrderRow,
  money: OrderMoney,
): Promise<boolean> {
  if (!ctx.settings.automaticWithdrawal) return false;
  const left = money.charges.filter(({ leftCents }) => leftCents > 0);
  if (!left.every((charge) => gatewayCanSend(ctx, charge, charge.leftCents))) return false;
  // A person decides about the money of this order already.
  const waits = await tx
    .selectFrom('attention_of_staff')
    .select('kind')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (waits) return false;
  const items = await tx
    .selectFrom('grants as owed')
    .leftJoin('skin_files as file', 'file.sku', 'owed.sku')
    .select(['owed.item_id', 'owed.state', 'owed.file_id', 'owed.key_id'])
    .select(
      sql<boolean>`coalesce(greatest(file.patched_at, file.mended_at)
        > least(owed.delivered_at, ${order.completed_at}::timestamptz), false)`.as('isReplaced'),
    )
    .where('owed.order_id', '=', order.id)
    .execute();
  // Of a free charge nobody knows what was done for it.
  if (items.length === 0) return false;
  const downloaded = await tx
    .selectFrom('delivery_records')
    .select('id')
    .where(
      'order_item_id',
      'in',
      items.map(({ item_id }) => item_id),
    )
    .where('kind', '=', 'downloaded')
    .executeTakeFirst();
  if (downloaded) return false;
  // A link to elsewhere was mailed or shown, so only a file or key that the shop hands out itself is known to be untouched; and
  // what a patch or a mended file put in its place for a while may have been such a link. Of an open order a part may be
  // delivered (deliverPart).
  return items.every(
    ({ state, file_id, key_id, isReplaced }) =>
      (order.status === 'pending' && state !== 'delivered') ||
      key_id !== null ||
      (file_id !== null && !isReplaced),
  );
}

async function refundAll(
  ctx: OutwardContext,
  tx: Tx,
  { userId, order, money }: { userId: string; order: OrderRow; money: OrderMoney },
): Promise<{ toSend: string[]; closed: OpenCode[] }> {
  const toSend: string[] = [];
  for (const charge of money.charges) {
    if (charge.leftCents === 0) continue;
    const refund = await addRefund(ctx, tx, charge, {
      actorUserId: userId,
      orderId: order.id,
      amountCents: charge.leftCents,
      reason: 'cancelled',
      note: 'O cliente devolveu o pedido.',
    });
    toSend.push(refund.id);
  }
  await revokeSkins(tx, order, ctx.now());
  if (order.status === 'pending') {
    const back = { refundCents: money.leftCents };
    const closed = await endOpenOrder(ctx, tx, order, { codes: 'cancelled', money: back, isHidden: false });
    await refreshAttention(tx, order.id);
    return { toSend, closed };
  }
  await refreshAttention(tx, order.id);
  await tell(ctx, tx, ...toSend.map((refundId) => ({ name: 'refund.started' as const, order, refundId })));
  return { toSend, closed: [] };
}
