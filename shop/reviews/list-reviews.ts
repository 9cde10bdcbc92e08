import { sql } from 'kysely';
import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { sku } from '#shop/fields.ts';
import { operation } from '#shop/operation.ts';
import { cursorInput, cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { displayName, isShown, shownReview, type Review } from './review.ts';
import { showAuthor } from './show-author.ts';

export interface Rating {
  /** With two decimals; null: nobody has written a review. */
  average: number | null;
  count: number;
}

export const REVIEW_PAGE = 10;

/** Of the reviews that everybody reads. */
export async function readRating(ctx: ShopContext, sku: string): Promise<Rating> {
  const { count, average } = await ctx.db
    .selectFrom('reviews')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number | null>`avg(stars)::float8`.as('average'),
    ])
    .where('sku', '=', sku)
    .where(isShown)
    .executeTakeFirstOrThrow();
  return { count: Number(count), average: average === null ? null : Math.round(average * 100) / 100 };
}

/** Newest first; nothing in it names the author but the first word of the display name. */
export async function listReviews(
  ctx: ShopContext,
  { sku, cursor }: { sku: string; cursor: string | null },
): Promise<Page<Review>> {
  const rows = await ctx.db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .leftJoin('profiles', 'profiles.id', 'reviews.user_id')
    .select(['reviews.id', 'stars', 'text', 'reviews.created_at', displayName.as('name')])
    .where('sku', '=', sku)
    .where(isShown)
    .where(isAfter(cursor, 'reviews.created_at', 'reviews.id'))
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(REVIEW_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, REVIEW_PAGE, (row) => ({ at: row.created_at, id: row.id }));
  return {
    entries: entries.map((row) => ({
      stars: row.stars,
      text: row.text,
      name: showAuthor(row.name, ctx.settings.brandName),
      createdAt: row.created_at,
    })),
    nextCursor,
  };
}

export const showReviews = operation(
  {
    id: 'reviews.list',
    who: 'anyone',
    input: cursorInput.extend({ sku }),
    output: z.object({ average: z.number().nullable(), count: z.number(), reviews: z.array(shownReview) }),
    refusals: { not_found: 404 },
  },
  async (ctx, { sku, cursor }) => {
    if (!ctx.catalog.current().findSkin(sku)) return { ok: false, reason: 'not_found' };
    const [rating, page] = await Promise.all([readRating(ctx, sku), listReviews(ctx, { sku, cursor })]);
    return { ...rating, reviews: page.entries, nextCursor: page.nextCursor };
  },
);
