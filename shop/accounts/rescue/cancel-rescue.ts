import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { tell } from '#shop/events/tell.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/** Staff take it back. */
export const cancelRescue = operation(
  {
    id: 'rescues.cancel',
    who: 'rescue',
    input: z.object({ rescueId: id() }),
    output: nothing,
    refusals: { not_found: 404 },
    limit: 'ask-rescue',
  },
  (ctx, { rescueId, actorUserId }) =>
    ctx.transaction(async (tx) => {
      const cancelled = await tx
        .updateTable('email_rescues')
        .set({ state: 'cancelled', ended_at: ctx.now() })
        .where('id', '=', rescueId)
        .where('state', '=', 'waiting')
        .returning('user_id')
        .executeTakeFirst();
      if (!cancelled) return { ok: false, reason: 'not_found' };
      await recordAudit(ctx, tx, {
        actorUserId,
        action: 'rescue.cancelled',
        subject: { type: 'user', id: cancelled.user_id },
      });
      await tell(ctx, tx, { name: 'rescue.dropped', rescueId });
      return { ok: true as const };
    }),
);
