import type { ShopContext } from '#shop/context.ts';
import { collectionLink } from './collection-link.ts';

/**
 * What one entry of this user's collection is downloaded from: a link, or a file that the shop keeps. null: the entry
 * is not theirs, is not delivered yet, or its money went back.
 */
export async function findDownload(
  ctx: ShopContext,
  { userId, entryId }: { userId: string; entryId: string },
): Promise<{ link: string } | { file: { id: string; name: string; size: number; sha256: string } } | null> {
  const row = await ctx.db
    .selectFrom('user_collection')
    .leftJoin('order_items as item', (join) =>
      join
        .onRef('item.order_id', '=', 'user_collection.order_id')
        .onRef('item.champion_id', '=', 'user_collection.champion_id')
        .onRef('item.skin_num', '=', 'user_collection.skin_num'),
    )
    .leftJoin('files as file', 'file.id', 'item.file_id')
    .select((eb) => collectionLink(eb).as('link'))
    .select(['file.id', 'file.name', 'file.size', 'file.sha256'])
    .where('user_collection.id', '=', entryId)
    .where('user_collection.user_id', '=', userId)
    .executeTakeFirst();
  if (!row?.link) return null;
  const { link, id, name, size, sha256 } = row;
  return id && name && size && sha256 ? { file: { id, name, size, sha256 } } : { link };
}
