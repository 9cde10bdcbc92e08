import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { cursorInput, cutPage, isAfter, pageOf, type Page } from '#shop/pagination/page.ts';

export interface Wish {
  skin: Skin;
  addedAt: Date;
}

const WISHES_PAGE = 120;

/** Newest first, with the price of today. What is owned, or left the catalogue, is not shown; a page may be shorter for it. */
export async function listWishes(
  ctx: ShopContext,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<Page<Wish>> {
  const rows = await ctx.db
    .selectFrom('wishes')
    .select(['id', 'sku', 'added_at'])
    .where('user_id', '=', userId)
    .where(isNotOwned)
    .where(isAfter(cursor, 'added_at'))
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(WISHES_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, WISHES_PAGE, (row) => ({ at: row.added_at, id: row.id }));
  const catalog = ctx.catalog.current();
  return {
    entries: entries.flatMap((row) => {
      const skin = catalog.findSkin(row.sku);
      return skin ? [{ skin, addedAt: row.added_at }] : [];
    }),
    nextCursor,
  };
}

/** A skin as in the collection, with its price of today. */
export const showWishes = operation(
  {
    id: 'wishes.list',
    who: 'customer',
    input: cursorInput,
    output: pageOf(
      z.object({
        sku: z.string(),
        skinName: z.string(),
        championName: z.string(),
        splashArtUrl: z.string(),
        priceCents: z.number(),
        available: z.boolean(),
        addedAt: z.date(),
      }),
    ),
    refusals: {},
  },
  async (ctx, asked) => {
    const { entries, nextCursor } = await listWishes(ctx, asked);
    const named = entries.map(({ skin, addedAt }) => ({
      ...skin,
      skinName: skin.name,
      splashArtUrl: skin.splashPath,
      addedAt,
    }));
    return { entries: named, nextCursor };
  },
);

/** What the user wishes for. */
export async function wishedSkus(ctx: ShopContext, userId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('wishes')
    .select('sku')
    .where('user_id', '=', userId)
    .where(isNotOwned)
    .execute();
  return rows.map(({ sku }) => sku);
}

function isNotOwned(eb: ExpressionBuilder<Database, 'wishes'>) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('user_collection')
        .select('user_collection.id')
        .whereRef('user_collection.user_id', '=', 'wishes.user_id')
        .whereRef('user_collection.sku', '=', 'wishes.sku'),
    ),
  );
}
