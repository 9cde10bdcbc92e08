import { countCollection } from '#shop/collection/list-collection.ts';
import type { ShopContext } from '#shop/context.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { posesAsShop } from '#shop/text/poses-as-shop.ts';
import { isSlug } from './check-public-collection.ts';

/** A skin as everybody may see it: whose it is, since when and how it was paid for stays out. */
export interface ShownSkin {
  sku: string;
  championName: string;
  name: string;
  splashPath: string;
  /** Still in the catalogue: the card leads to its page. */
  isListed: boolean;
}

export interface PublicCollection {
  userId: string;
  name: string;
  count: number;
}

/** Whose collection this address shows, in capitals too. null: nobody's, or not any more. */
export async function findPublicCollection(ctx: ShopContext, text: string): Promise<PublicCollection | null> {
  const slug = text.toLowerCase();
  if (!isSlug(slug)) return null;
  const row = await ctx.db
    .selectFrom('public_collections')
    .select(['user_id', 'name'])
    .where('slug', '=', slug)
    .where('is_on', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  return {
    userId: row.user_id,
    name: posesAsShop(row.name, ctx.settings.brandName) ? 'Cliente' : row.name,
    count: await countCollection(ctx, row.user_id),
  };
}

const SHOWN_PAGE = 60;

/** Newest first. */
export async function listShownSkins(
  ctx: ShopContext,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<Page<ShownSkin>> {
  const rows = await ctx.db
    .selectFrom('user_collection')
    .select(['id', 'added_at', 'sku', 'champion_name', 'skin_name', 'splash_art_url'])
    .where('user_id', '=', userId)
    .where(isAfter(cursor, 'added_at'))
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, SHOWN_PAGE, (row) => ({ at: row.added_at, id: row.id }));
  const catalog = ctx.catalog.current();
  return {
    entries: entries.map((row) => ({
      sku: row.sku,
      championName: row.champion_name,
      name: row.skin_name,
      splashPath: row.splash_art_url,
      isListed: catalog.findSkin(row.sku) !== null,
    })),
    nextCursor,
  };
}

/** The newest of them that the catalogue knows: what the shared picture shows. */
export async function listNewestShown(
  ctx: ShopContext,
  userId: string,
  atMost: number,
): Promise<ShownSkin[]> {
  const { entries } = await listShownSkins(ctx, { userId, cursor: null });
  return entries.filter(({ isListed }) => isListed).slice(0, atMost);
}
