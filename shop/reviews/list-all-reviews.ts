import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { displayName, type Review } from './review.ts';
import { showAuthor } from './show-author.ts';

/** A review as staff see it: which skin it is of, and whether it is hidden. */
export interface StaffReview extends Review {
  id: string;
  sku: string;
  skinName: string;
  updatedAt: Date;
  hiddenReason: string | null;
}

const PAGE = 30;

/** What was written or changed last comes first. Staff only. */
export async function listAllReviews(
  ctx: ShopContext,
  { cursor, isHidden = false }: { cursor: string | null; isHidden?: boolean },
): Promise<Page<StaffReview>> {
  const rows = await ctx.db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .leftJoin('profiles', 'profiles.id', 'reviews.user_id')
    .innerJoin('user_collection as entry', (join) =>
      join.onRef('entry.user_id', '=', 'reviews.user_id').onRef('entry.sku', '=', 'reviews.sku'),
    )
    .selectAll('reviews')
    .select(['entry.skin_name', displayName.as('name')])
    .where('withdrawn_at', 'is', null)
    .where(isHidden ? sql<boolean>`hidden_at is not null` : sql<boolean>`true`)
    .where(isAfter(cursor, 'reviews.updated_at', 'reviews.id'))
    .orderBy('reviews.updated_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, PAGE, (row) => ({ at: row.updated_at, id: row.id }));
  return {
    entries: entries.map((row) => ({
      id: row.id,
      sku: row.sku,
      skinName: row.skin_name,
      stars: row.stars,
      text: row.text,
      name: showAuthor(row.name, ctx.settings.brandName),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      hiddenReason: row.hidden_reason,
    })),
    nextCursor,
  };
}
