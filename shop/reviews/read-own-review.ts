import type { ShopContext } from '#shop/context.ts';
import { displayName, type OwnReview } from './review.ts';
import { showAuthor } from './show-author.ts';

/** What this person wrote about the skin, hidden or not. */
export async function readOwnReview(
  ctx: ShopContext,
  { userId, sku }: { userId: string; sku: string },
): Promise<OwnReview | null> {
  const row = await ctx.db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .leftJoin('profiles', 'profiles.id', 'reviews.user_id')
    .select(['stars', 'text', 'reviews.created_at', 'hidden_reason', displayName.as('name')])
    .where('user_id', '=', userId)
    .where('sku', '=', sku)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    stars: row.stars,
    text: row.text,
    name: showAuthor(row.name, ctx.settings.brandName),
    createdAt: row.created_at,
    hiddenReason: row.hidden_reason,
  };
}
