import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { collectionLink, isDisputedGift } from './collection-link.ts';
import { followsFile, leadsHere } from './follows-file.ts';

/**
 * What one entry of this user's collection is downloaded from: a link, or a file that the shop stores. null: the entry
 * is not theirs, is not delivered yet, or its money went back. `orderId`: only while it stands there by this order.
 */
export async function findDownload(
  ctx: Pick<ShopContext, 'settings'> & { db: Executor },
  { userId, entryId, orderId }: { userId: string; entryId: string; orderId?: string },
): Promise<
  | { isDisputed: true }
  | { link: string }
  | { file: { id: string; name: string; size: number; sha256: string } }
  | null
> {
  const row = await ctx.db
    .selectFrom('user_collection')
    .leftJoin('order_items as item', (join) =>
      join
        .onRef('item.order_id', '=', 'user_collection.order_id')
        .onRef('item.champion_id', '=', 'user_collection.champion_id')
        .onRef('item.skin_num', '=', 'user_collection.skin_num'),
    )
    .leftJoin('skin_files as file', (join) =>
      join
        .onRef('file.champion_id', '=', 'user_collection.champion_id')
        .onRef('file.skin_num', '=', 'user_collection.skin_num'),
    )
    .leftJoin('files as content', (join) =>
      join.on(sql<boolean>`content.id = case
        when ${followsFile('user_collection')} then file.file_id
        -- A link that an earlier release sent in place of a stored file left the item's own as it was.
        when ${leadsHere('user_collection')} then item.file_id end`),
    )
    .select((eb) => collectionLink(ctx, eb).as('link'))
    .select(isDisputedGift.as('isDisputed'))
    .select(['content.id', 'content.name', 'content.size', 'content.sha256'])
    .where('user_collection.id', '=', entryId)
    .where('user_collection.user_id', '=', userId)
    .$if(orderId !== undefined, (query) => query.where('user_collection.order_id', '=', orderId ?? null))
    .executeTakeFirst();
  if (row?.isDisputed) return { isDisputed: true };
  if (!row?.link) return null;
  const { link, id, name, size, sha256 } = row;
  return id && name && size && sha256 ? { file: { id, name, size, sha256 } } : { link };
}
