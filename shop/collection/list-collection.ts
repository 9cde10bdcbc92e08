import type { ShopContext } from '#shop/context.ts';
import { cutPage, isAfter, type Page } from '#shop/pagination/page.ts';
import { collectionLink } from './collection-link.ts';

/** A skin in a user's collection. */
export interface CollectionEntry {
  id: string;
  orderId: string | null;
  championId: string;
  skinNum: number;
  skinName: string;
  championName: string;
  splashPath: string;
  downloadLink: string | null;
  addedAt: Date;
}

/** More than the largest order has, so that a buyer sees a whole new order on one page. */
export const COLLECTION_PAGE = 120;

/** Newest first, starting before `cursor`; `nextCursor` is null on the last page. */
export async function listCollection(
  ctx: ShopContext,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<Page<CollectionEntry>> {
  const rows = await ctx.db
    .selectFrom('user_collection')
    .selectAll()
    .select((eb) => collectionLink(eb).as('download_link'))
    .where('user_id', '=', userId)
    .where(isAfter(cursor, 'added_at'))
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .limit(COLLECTION_PAGE + 1)
    .execute();
  const { entries, nextCursor } = cutPage(rows, COLLECTION_PAGE, (row) => ({ at: row.added_at, id: row.id }));
  return {
    entries: entries.map((row) => ({
      id: row.id,
      orderId: row.order_id,
      championId: row.champion_id,
      skinNum: row.skin_num,
      skinName: row.skin_name,
      championName: row.champion_name,
      splashPath: row.splash_art_url,
      downloadLink: row.download_link,
      addedAt: row.added_at,
    })),
    nextCursor,
  };
}

/** How many skins the user has. The size of the catalogue is the limit. */
export async function countCollection(ctx: ShopContext, userId: string): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('user_collection')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}
