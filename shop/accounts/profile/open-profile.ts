import type { ShopContext } from '#shop/context.ts';

/** Creates the profile row of a new account. Does nothing if the row exists. */
export async function openProfile(
  ctx: ShopContext,
  { userId, displayName }: { userId: string; displayName: string },
): Promise<void> {
  await ctx.db
    .insertInto('profiles')
    .values({
      id: userId,
      display_name: displayName,
      avatar_key: null,
      cover_key: null,
      updated_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
