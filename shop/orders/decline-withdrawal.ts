import { recordAudit } from '#shop/audit/record-audit.ts';
import type { OutwardContext } from '#shop/context.ts';
import { checkNote } from '#shop/refunds/check-note.ts';
import { tell } from '#shop/events/tell.ts';
import { isWithdrawalAsked } from '#shop/states/is-asked-back.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';

export type DeclineWithdrawalResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'already_handled' }
  | { ok: false; reason: 'invalid_note'; message: string };

/** Staff answer a request without sending money, or after they sent it elsewhere. The buyer reads the answer at the order and by mail. */
export async function declineWithdrawal(
  ctx: OutwardContext,
  request: { actorUserId: string; orderId: string; answer: string },
): Promise<DeclineWithdrawalResult> {
  const { actorUserId, orderId } = request;
  const answer = checkNote(request.answer);
  if (!answer.ok) return { ok: false, reason: 'invalid_note', message: answer.message };
  return ctx.transaction(async (tx): Promise<DeclineWithdrawalResult> => {
    const order = await lockOrder(tx, orderId);
    if (!order) return { ok: false, reason: 'not_found' };
    if (!(await isWithdrawalAsked(tx, orderId))) return { ok: false, reason: 'already_handled' };
    await tx
      .updateTable('withdrawals')
      .set({ state: 'declined', answer: answer.note })
      .where('order_id', '=', orderId)
      .execute();
    await recordAudit(ctx, tx, {
      actorUserId,
      action: 'withdrawal.declined',
      subject: { type: 'order', id: orderId },
      details: {},
    });
    await refreshClocks(ctx, tx, { orderId });
    await tell(ctx, tx, { name: 'withdrawal.declined', order });
    ctx.log.info('withdrawal.declined', { orderId });
    return { ok: true };
  });
}
