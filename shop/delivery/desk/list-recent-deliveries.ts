import type { ShopContext } from '#shop/context.ts';

/** A clerk whose row goes while they type is told who was faster; later nobody asks. */
const MINUTES = 10;
const AT_MOST = 500;

/** By order, who of the staff gave it a link just now. */
export async function listRecentDeliveries(ctx: ShopContext): Promise<Record<string, string>> {
  const rows = await ctx.db
    .selectFrom('audit_log')
    .select(['subject_id', 'actor_user_id'])
    .where('action', 'in', ['order.links_sent', 'order.link_filled'])
    .where('at', '>=', new Date(ctx.now().getTime() - MINUTES * 60_000))
    .orderBy('id', 'desc')
    .limit(AT_MOST)
    .execute();
  return Object.fromEntries(
    rows
      .toReversed()
      .flatMap(({ subject_id: order, actor_user_id: who }) => (order && who ? [[order, who]] : [])),
  );
}
