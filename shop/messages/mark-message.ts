import { z } from 'zod';
import { recordAudit } from '#shop/audit/record-audit.ts';
import { id, nothing } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';

/** A message that is done counts as read. A second call does not change the first time. */
export const markMessage = operation(
  {
    id: 'messages.mark',
    who: 'tickets',
    input: z.object({ messageId: id(), mark: z.enum(['read', 'unread', 'done', 'open']) }),
    output: nothing,
    refusals: { not_found: 404 },
  },
  async (ctx, { actorUserId, messageId, mark }) => {
    const now = ctx.now();
    return ctx.transaction(async (tx) => {
      const before = await tx
        .selectFrom('messages')
        .select('done_at')
        .where('id', '=', messageId)
        .forUpdate()
        .executeTakeFirst();
      if (!before) return { ok: false, reason: 'not_found' };
      const { done_at } = await tx
        .updateTable('messages')
        .where('id', '=', messageId)
        .set((eb) => {
          switch (mark) {
            case 'read':
              return { read_at: eb.fn.coalesce('read_at', eb.val(now)) };
            case 'unread':
              return { read_at: null, done_at: null };
            case 'done':
              return {
                read_at: eb.fn.coalesce('read_at', eb.val(now)),
                done_at: eb.fn.coalesce('done_at', eb.val(now)),
              };
            case 'open':
              return { done_at: null };
          }
        })
        .returning('done_at')
        .executeTakeFirstOrThrow();
      if ((done_at === null) !== (before.done_at === null)) {
        await recordAudit(ctx, tx, {
          actorUserId,
          action: done_at === null ? 'message.reopened' : 'message.done',
          subject: { type: 'message', id: messageId },
        });
      }
      return { ok: true as const };
    });
  },
);
