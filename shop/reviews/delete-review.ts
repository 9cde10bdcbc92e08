import type { ShopContext } from '#shop/context.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import type { ReviewedSkin } from './review.ts';

export type DeleteReviewResult =
  | { ok: true }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'too_many_tries'; retryAfterSeconds: number };

/**
 * By its author. Of one that staff have hidden, an empty row stays: otherwise the same words would be back in public as
 * a new review.
 */
export async function deleteReview(
  ctx: ShopContext,
  { userId, skin }: { userId: string; skin: ReviewedSkin },
): Promise<DeleteReviewResult> {
  const allowed = await consumeRateLimit(ctx, rateLimits.reviewAccount, userId);
  if (!allowed.ok) return { ...allowed, reason: 'too_many_tries' };
  const isGone = await ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('reviews')
      .select(['id', 'hidden_at'])
      .where('user_id', '=', userId)
      .where('champion_id', '=', skin.championId)
      .where('skin_num', '=', skin.skinNum)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    if (row.hidden_at === null) await tx.deleteFrom('reviews').where('id', '=', row.id).execute();
    else {
      await tx
        .updateTable('reviews')
        .set({ text: '', withdrawn_at: ctx.now() })
        .where('id', '=', row.id)
        .execute();
    }
    return true;
  });
  return isGone ? { ok: true } : { ok: false, reason: 'not_found' };
}
