import type { ShopContext } from '#shop/context.ts';

/** Where the picture of a message lies; null: there is none for this person. `mayReadAll`: of the staff. */
export async function findPicture(
  ctx: ShopContext,
  { replyId, userId, mayReadAll }: { replyId: string; userId: string; mayReadAll: boolean },
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('ticket_replies as reply')
    .innerJoin('tickets', 'tickets.id', 'reply.ticket_id')
    .select('reply.picture_key')
    .where('reply.id', '=', replyId)
    .$if(!mayReadAll, (query) => query.where('tickets.user_id', '=', userId))
    .executeTakeFirst();
  return row?.picture_key ?? null;
}
