import { recordAudit } from '#shop/audit/record-audit.ts';
import type { ShopContext } from '#shop/context.ts';

export type MessageMark = 'read' | 'unread' | 'done' | 'open';

export type MarkMessageResult = { ok: true } | { ok: false; reason: 'not_found' };

/** A message that is done counts as read. A second call does not change the first time. */
export async function markMessage(
  ctx: ShopContext,
  { actorUserId, id, mark }: { actorUserId: string; id: string; mark: MessageMark },
): Promise<MarkMessageResult> {
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const before = await tx
      .selectFrom('messages')
      .select('done_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!before) return { ok: false, reason: 'not_found' };
    const { done_at } = await tx
      .updateTable('messages')
      .where('id', '=', id)
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
        subject: { type: 'message', id },
      });
    }
    return { ok: true };
  });
}
