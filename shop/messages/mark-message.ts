import type { ShopContext } from '#shop/context.ts';

export type MessageMark = 'read' | 'unread' | 'done' | 'open';

export type MarkMessageResult = { ok: true } | { ok: false; reason: 'not_found' };

/** What is done was read. Marking twice leaves the first time standing. */
export async function markMessage(
  ctx: ShopContext,
  { id, mark }: { id: string; mark: MessageMark },
): Promise<MarkMessageResult> {
  const now = ctx.now();
  const { numUpdatedRows } = await ctx.db
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
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ok: true } : { ok: false, reason: 'not_found' };
}
