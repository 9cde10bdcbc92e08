import type { ShopContext } from '#shop/context.ts';

/** File keys of a person's pictures; null where there is none. */
export async function readPictures(
  ctx: ShopContext,
  userId: string,
): Promise<{ avatar_key: string | null; cover_key: string | null }> {
  const profile = await ctx.db
    .selectFrom('profiles')
    .select(['avatar_key', 'cover_key'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return profile ?? { avatar_key: null, cover_key: null };
}
