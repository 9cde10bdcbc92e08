import type { ShopContext } from '#shop/context.ts';

export interface ReviewRequest {
  to: string;
  name: string;
  skins: { sku: string; skinName: string; championName: string }[];
}

/**
 * What one mail asks for: of the skins that were noted then, those that the person still owns, has not reviewed
 * meanwhile and can review on a page. null: nothing is left to ask, or the address is not a confirmed one any more.
 */
export async function readReviewRequest(
  ctx: ShopContext,
  { userId, askedAt }: { userId: string; askedAt: string },
): Promise<ReviewRequest | null> {
  const catalog = ctx.catalog.current();
  const owned = await ctx.db
    .selectFrom('review_requests as asked')
    .innerJoin('users', 'users.id', 'asked.user_id')
    .innerJoin('user_collection as entry', (join) =>
      join.onRef('entry.user_id', '=', 'asked.user_id').onRef('entry.sku', '=', 'asked.sku'),
    )
    .select(['users.email', 'users.name', 'entry.sku', 'entry.skin_name', 'entry.champion_name'])
    .where('asked.user_id', '=', userId)
    .where('asked.asked_at', '=', new Date(askedAt))
    .where('users.email_verified', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reviews')
            .select('reviews.id')
            .whereRef('reviews.user_id', '=', 'asked.user_id')
            .whereRef('reviews.sku', '=', 'asked.sku'),
        ),
      ),
    )
    .orderBy('entry.added_at', 'desc')
    .orderBy('entry.id')
    .execute();
  const rows = owned.filter(({ sku }) => catalog.findSkin(sku));
  const [first] = rows;
  if (!first) return null;
  return {
    to: first.email,
    name: first.name,
    skins: rows.map((row) => ({
      sku: row.sku,
      skinName: row.skin_name,
      championName: row.champion_name,
    })),
  };
}
