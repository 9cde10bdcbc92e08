import type { ShopContext } from '#shop/context.ts';

/** @returns false if this clerk has no such view; a shared one belongs to whoever saved it. */
export async function deleteView(
  ctx: ShopContext,
  { userId, viewId }: { userId: string; viewId: string },
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('order_views')
    .where('id', '=', viewId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
