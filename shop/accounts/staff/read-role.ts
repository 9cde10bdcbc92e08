import type { StaffRole } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

/** A failed look-up is logged, and the user counts as non-admin. null: the person is no staff. */
export async function readRole(ctx: ShopContext, userId: string): Promise<StaffRole | null> {
  try {
    const row = await ctx.db
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.role ?? null;
  } catch (error) {
    ctx.log.error('Error checking admin status', { userId, error });
    return null;
  }
}
