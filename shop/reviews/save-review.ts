import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { checkReview, type ReviewField } from './check-review.ts';
import { readOwnReview } from './read-own-review.ts';
import type { OwnReview, ReviewedSkin } from './review.ts';

export type SaveReviewResult =
  | { ok: true; review: OwnReview }
  | { ok: false; reason: 'not_owned' }
  | { ok: false; reason: 'invalid'; field: ReviewField; message: string }
  | { ok: false; reason: 'too_many_tries'; retryAfterSeconds: number };

/**
 * Writes the author's one review of the skin, or changes it. One that staff have hidden stays hidden, also if its author
 * deleted it meanwhile.
 */
export async function saveReview(
  ctx: ShopContext,
  {
    userId,
    skin,
    review: form,
  }: { userId: string; skin: ReviewedSkin; review: { stars: number; text: string } },
): Promise<SaveReviewResult> {
  const allowed = await consumeRateLimit(ctx, rateLimits.reviewAccount, userId);
  if (!allowed.ok) return { ...allowed, reason: 'too_many_tries' };
  const checked = checkReview(form);
  if (!checked.ok) return { ...checked, reason: 'invalid' };
  const isSaved = await ctx.transaction(async (tx) => {
    // A refund that takes the skin back waits, and takes the review along.
    const owned = await tx
      .selectFrom('user_collection')
      .select('id')
      .where('user_id', '=', userId)
      .where('champion_id', '=', skin.championId)
      .where('skin_num', '=', skin.skinNum)
      .forKeyShare()
      .executeTakeFirst();
    if (!owned) return false;
    const now = ctx.now();
    await tx
      .insertInto('reviews')
      .values({
        user_id: userId,
        champion_id: skin.championId,
        skin_num: skin.skinNum,
        ...checked.review,
        created_at: now,
        updated_at: now,
        hidden_at: null,
        hidden_reason: null,
        withdrawn_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['champion_id', 'skin_num', 'user_id']).doUpdateSet({
          ...checked.review,
          updated_at: now,
          created_at: sql`case when reviews.withdrawn_at is null then reviews.created_at else excluded.created_at end`,
          withdrawn_at: null,
        }),
      )
      .execute();
    return true;
  });
  const review = isSaved ? await readOwnReview(ctx, { userId, skin }) : null;
  return review ? { ok: true, review } : { ok: false, reason: 'not_owned' };
}
