import type { ShopContext } from '#shop/context.ts';

/** A message of a thread, for its mail. null: the thread went with its account. */
export async function findMailedReply(ctx: ShopContext, replyId: string) {
  const row = await ctx.db
    .selectFrom('ticket_replies as reply')
    .innerJoin('tickets', 'tickets.id', 'reply.ticket_id')
    .innerJoin('users', 'users.id', 'tickets.user_id')
    .select([
      'tickets.id',
      'tickets.user_id',
      'tickets.order_id',
      'tickets.sku',
      'tickets.subject',
      'reply.from_staff as fromStaff',
      'reply.body as text',
      'users.name',
      'users.email',
    ])
    .where('reply.id', '=', replyId)
    .executeTakeFirst();
  return row ?? null;
}
