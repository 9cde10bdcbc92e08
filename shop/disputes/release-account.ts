import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tellChange } from '#shop/events/tell.ts';
import { id } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { refreshClocks } from '#shop/states/refresh-clocks.ts';

/** After a lost dispute an owner decides that the account is delivered to by itself again. */
export const releaseAccount = operation(
  {
    id: 'disputes.release',
    who: 'disputes.release',
    input: z.object({ disputeId: id() }),
    output: z.object({ ok: z.literal(true) }),
    refusals: { not_found: 404, still_open: 409, already_released: 409 },
  },
  (ctx, { actorUserId, disputeId }) =>
    ctx.transaction(async (tx) => {
      const dispute = await tx
        .selectFrom('disputes')
        .select(['order_id', 'state'])
        .where('id', '=', disputeId)
        .executeTakeFirst();
      const order = dispute && (await lockOrder(tx, dispute.order_id));
      if (!order) return { ok: false, reason: 'not_found' };
      const released = await tx
        .updateTable('disputes')
        .set({ released_at: ctx.now(), released_by: actorUserId })
        .where('id', '=', disputeId)
        .where('state', '=', 'lost')
        .where('released_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!released)
        return { ok: false, reason: dispute.state === 'open' ? 'still_open' : 'already_released' };
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'dispute.released',
        subject: { type: 'order', id: order.id },
        details: { disputeId },
      });
      if (order.user_id !== null) await refreshClocks(ctx, tx, { userId: order.user_id });
      await tellChange(ctx, tx, { name: 'order.changed', order });
      return { ok: true as const };
    }),
);
