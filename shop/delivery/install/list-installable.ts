import { sql } from 'kysely';
import { collectionLink } from '#shop/collection/collection-link.ts';
import { contentFileId } from '#shop/collection/content-file.ts';
import type { ShopContext } from '#shop/context.ts';
import { readInstaller } from '#shop/text/check-install-link.ts';
import { readEnding } from './installable.ts';

/**
 * What of a person's collection an installer takes, with the sold item behind each; `installer` null: the shop names none.
 */
export async function listInstallable(
  ctx: ShopContext,
  userId: string,
): Promise<{ installer: string | null; entries: { entryId: string; itemId: string }[] }> {
  const installer = ctx.settings.installLink && readInstaller(ctx.settings.installLink);
  if (!installer) return { installer: null, entries: [] };
  const rows = await ctx.db
    .selectFrom('user_collection')
    .leftJoin('skin_files as file', 'file.sku', 'user_collection.sku')
    .innerJoin('files as content', (join) => join.on(sql<boolean>`content.id = ${contentFileId}`))
    .select(['user_collection.id as entryId', 'user_collection.item_id as itemId', 'content.name'])
    .where('user_id', '=', userId)
    .where(collectionLink(ctx), 'is not', null)
    .execute();
  return { installer, entries: rows.filter(({ name }) => readEnding(name) !== null) };
}
