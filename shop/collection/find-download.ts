import type { ShopContext } from '#shop/context.ts';

/** The download link of one entry of this user's collection; null: not theirs, or not delivered yet. */
export async function findDownload(
  ctx: ShopContext,
  { userId, entryId }: { userId: string; entryId: string },
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('user_collection')
    .select('download_link')
    .where('id', '=', entryId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.download_link ?? null;
}
