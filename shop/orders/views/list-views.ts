import type { ShopContext } from '#shop/context.ts';

export interface OrderView {
  id: string;
  name: string;
  query: string;
  shared: boolean;
  /** This clerk saved it, and may remove it. */
  isOwn: boolean;
}

/** A clerk's own views and those that are shared, the oldest first, so that each keeps its place. */
export async function listViews(ctx: ShopContext, userId: string): Promise<OrderView[]> {
  const rows = await ctx.db
    .selectFrom('order_views')
    .select(['id', 'name', 'query', 'shared', 'user_id'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('shared', '=', true)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ user_id, ...view }) => ({ ...view, isOwn: user_id === userId }));
}
