import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';
import { isDisputedGift } from '#shop/states/why-waits.ts';
import { tryUnseal } from '#shop/secrets/seal-text.ts';
import { collectionLink } from './collection-link.ts';
import { contentFileId } from './content-file.ts';

/**
 * What one entry of this user's collection is downloaded from: a link, a file that the shop stores or a key. null: the entry
 * is not theirs, is not delivered yet, or its money went back.
 */
export async function findDownload(
  ctx: Pick<ShopContext, 'settings'> & { db: Executor },
  { userId, entryId }: { userId: string; entryId: string },
): Promise<
  | { isDisputed: true }
  | { link: string }
  | { key: string }
  | { file: { id: string; name: string; size: number; sha256: string } }
  | null
> {
  const row = await ctx.db
    // Also one that the collection shows no more, because another order's took its place: its address lives on.
    .selectFrom('grants as user_collection')
    .leftJoin('skin_files as file', 'file.sku', 'user_collection.sku')
    .leftJoin('files as content', (join) => join.on(sql<boolean>`content.id = ${contentFileId}`))
    .leftJoin('stock_keys as key', 'key.id', 'user_collection.key_id')
    .select(collectionLink(ctx).as('link'))
    .select(isDisputedGift.as('isDisputed'))
    .select(['content.id', 'content.name', 'content.size', 'content.sha256', 'key.sealed'])
    .where('user_collection.id', '=', entryId)
    .where('user_collection.owner_id', '=', userId)
    .executeTakeFirst();
  if (row?.isDisputed) return { isDisputed: true };
  if (!row?.link) return null;
  if (row.sealed) {
    // null: sealed with another AUTH_SECRET, of which each start warns.
    const key = tryUnseal(ctx.settings.sealingKey, row.sealed);
    return key === null ? null : { key };
  }
  const { link, id, name, size, sha256 } = row;
  return id && name && size && sha256 ? { file: { id, name, size, sha256 } } : { link };
}
