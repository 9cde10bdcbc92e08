import type { ShopContext } from '#shop/context.ts';

/** Spec section 6: a failed look-up is logged, and the user counts as non-admin. */
export async function isStaff(ctx: ShopContext, userId: string): Promise<boolean> {
  try {
    const row = await ctx.db
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', userId)
      .where('role', '=', 'admin')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  } catch (error) {
    ctx.log.error('Error checking admin status', { userId, error });
    return false;
  }
}
