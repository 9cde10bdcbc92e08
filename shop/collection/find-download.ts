import type { ShopContext } from '#shop/context.ts';
import { collectionLink } from './collection-link.ts';

/**
 * The download link of one entry of this user's collection. null: the entry is not theirs, is not delivered yet, or
 * its money went back.
 */
export async function findDownload(
  ctx: ShopContext,
  { userId, entryId }: { userId: string; entryId: string },
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('user_collection')
    .select((eb) => collectionLink(eb).as('link'))
    .where('id', '=', entryId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.link ?? null;
}
