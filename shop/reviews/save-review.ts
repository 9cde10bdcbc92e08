import { sql } from 'kysely';
import { z } from 'zod';
import { tellChange } from '#shop/events/tell.ts';
import { sku, wholeNumber } from '#shop/fields.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { operation } from '#shop/operation.ts';
import { tidyParagraphs } from '#shop/text/tidy-text.ts';
import { readOwnReview } from './read-own-review.ts';
import { MOST_STARS, REVIEW_TEXT_MAX } from './review-limits.ts';
import { shownReview } from './review.ts';

/**
 * Writes the author's one review of the skin, or changes it. One that staff have hidden stays hidden, also if its author
 * deleted it meanwhile.
 */
export const saveReview = operation(
  {
    id: 'reviews.save',
    who: 'customer',
    input: z.object({
      sku,
      stars: wholeNumber(1, MOST_STARS, `Escolha de 1 a ${MOST_STARS} estrelas.`),
      text: z
        .string()
        .transform(tidyParagraphs)
        // As the database counts: an emoji is one.
        .refine(
          (text) => Array.from(text).length <= REVIEW_TEXT_MAX,
          `O texto pode ter até ${REVIEW_TEXT_MAX} caracteres.`,
        )
        .default(''),
    }),
    output: shownReview.extend({ hiddenReason: z.string().nullable() }),
    refusals: { not_found: 404, not_owned: 422, too_many_tries: 429 },
  },
  async (ctx, { userId, sku, stars, text }) => {
    const allowed = await consumeRateLimit(ctx, rateLimits.reviewAccount, userId);
    if (!allowed.ok) return { ...allowed, reason: 'too_many_tries' };
    const isSaved = await ctx.transaction(async (tx) => {
      // A refund that takes the skin back waits, and takes the review along.
      const owned = await tx
        .selectFrom('user_collection')
        .select('id')
        .where('user_id', '=', userId)
        .where('sku', '=', sku)
        .forShare()
        .executeTakeFirst();
      if (!owned) return false;
      const now = ctx.now();
      const written = await tx
        .insertInto('reviews')
        .values({
          user_id: userId,
          sku,
          stars,
          text,
          created_at: now,
          updated_at: now,
          hidden_at: null,
          hidden_reason: null,
          withdrawn_at: null,
        })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'sku']).doUpdateSet({
            stars,
            text,
            updated_at: now,
            created_at: sql`case when reviews.withdrawn_at is null then reviews.created_at else excluded.created_at end`,
            withdrawn_at: null,
          }),
        )
        .returning(['id', 'created_at'])
        .executeTakeFirstOrThrow();
      const isNew = written.created_at.getTime() === now.getTime();
      if (isNew) await tellChange(ctx, tx, { name: 'review.created', reviewId: written.id });
      return true;
    });
    const review = isSaved ? await readOwnReview(ctx, { userId, sku }) : null;
    if (review) return { ok: true as const, ...review };
    const isOffered = ctx.catalog.current().findSkin(sku) !== null;
    return { ok: false, reason: isOffered ? 'not_owned' : 'not_found' };
  },
);
