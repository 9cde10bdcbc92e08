import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tell } from '#shop/events/tell.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { note } from '#shop/refunds/note.ts';
import { isWithdrawalAsked } from '#shop/states/why-waits.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';

/** Staff answer a request without sending money, or after they sent it elsewhere. The buyer reads the answer at the order and by mail. */
export const declineWithdrawal = operation(
  {
    id: 'withdrawals.decline',
    who: 'refunds',
    input: z.object({ orderId: id(), answer: note() }),
    output: nothing,
    refusals: { not_found: 404, already_handled: 409 },
    limit: 'decline-withdrawal',
  },
  (ctx, { actorUserId, orderId, answer }) =>
    ctx.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return { ok: false, reason: 'not_found' };
      if (!(await isWithdrawalAsked(tx, orderId))) return { ok: false, reason: 'already_handled' };
      await tx
        .updateTable('withdrawals')
        .set({ state: 'declined', answer })
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
      return { ok: true as const };
    }),
);
