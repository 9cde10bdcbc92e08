import { timingSafeEqual } from 'node:crypto';
import type { ShopContext } from '#shop/context.ts';
import { feedFileToken } from './feed-token.ts';

/** Whose file a link of a feed leads to. null: the feed is off, or the token is not of this entry. */
export async function findFeedFile(
  ctx: ShopContext,
  { token, entryId }: { token: string; entryId: string },
): Promise<{ userId: string; entryId: string } | null> {
  const row = await ctx.db
    .selectFrom('grants')
    .innerJoin('feeds', 'feeds.user_id', 'grants.owner_id')
    .select(['feeds.user_id', 'feeds.nonce'])
    .where('grants.id', '=', entryId)
    .executeTakeFirst();
  const made = Buffer.from(row ? feedFileToken(ctx, entryId, row.nonce) : '');
  const given = Buffer.from(token);
  return row && made.length === given.length && timingSafeEqual(made, given)
    ? { userId: row.user_id, entryId }
    : null;
}
