import type { ShopContext } from '#shop/context.ts';

/** A skin in somebody's collection, with the field names of spec section 3. */
export interface CollectionEntry {
  id: string;
  order_id: string | null;
  champion_id: string;
  skin_num: number;
  skin_name: string;
  champion_name: string;
  splash_art_url: string;
  download_link: string | null;
  added_at: string;
}

/** Newest first. A collection is bounded by the catalogue, so it is handed out whole. */
export async function listCollection(ctx: ShopContext, userId: string): Promise<CollectionEntry[]> {
  const rows = await ctx.db
    .selectFrom('user_collection')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('added_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ user_id: _owner, added_at, ...row }) => ({ ...row, added_at: added_at.toISOString() }));
}
