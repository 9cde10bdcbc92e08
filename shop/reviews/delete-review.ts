import { z } from 'zod';
import { nothing, sku } from '#shop/fields.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { operation } from '#shop/operation.ts';

/**
 * By its author. Of one that staff have hidden, an empty row stays: otherwise the same words would be back in public as
 * a new review.
 */
export const deleteReview = operation(
  {
    id: 'reviews.delete',
    who: 'customer',
    input: z.object({ sku }),
    output: nothing,
    refusals: { not_found: 404, too_many_tries: 429 },
  },
  async (ctx, { userId, sku }) => {
    const allowed = await consumeRateLimit(ctx, rateLimits.reviewAccount, userId);
    if (!allowed.ok) return { ...allowed, reason: 'too_many_tries' };
    const isGone = await ctx.transaction(async (tx) => {
      const row = await tx
        .selectFrom('reviews')
        .select(['id', 'hidden_at'])
        .where('user_id', '=', userId)
        .where('sku', '=', sku)
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
    return isGone ? { ok: true as const } : { ok: false, reason: 'not_found' };
  },
);
