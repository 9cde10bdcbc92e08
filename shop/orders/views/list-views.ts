import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';

export const orderView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** This clerk saved it, and may remove it. */
  own: z.boolean(),
});
export type OrderView = z.output<typeof orderView>;

export const showViews = operation(
  { id: 'views.list', who: 'orders.read', input: z.object({}), output: z.array(orderView), refusals: {} },
  (ctx, { actorUserId }) => listViews(ctx, actorUserId),
);

/** A clerk's own views and those that are shared, the oldest first, so that each keeps its place. */
export async function listViews(ctx: ShopContext, userId: string): Promise<OrderView[]> {
  const rows = await ctx.db
    .selectFrom('order_views')
    .select(['id', 'name', 'query', 'shared', 'user_id'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('shared', '=', true)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ user_id, ...view }) => ({ ...view, own: user_id === userId }));
}
