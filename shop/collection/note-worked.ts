import type { ShopContext } from '#shop/context.ts';

/** 'Funcionou?': the owner says yes, and is not asked again for this version of the file. */
export async function noteWorked(
  ctx: ShopContext,
  { userId, entryId }: { userId: string; entryId: string },
): Promise<void> {
  await ctx.db
    .updateTable('grants')
    .set({ worked_at: ctx.now() })
    .where('id', '=', entryId)
    .where('owner_id', '=', userId)
    .where('worked_at', 'is', null)
    .execute();
}

/** An entry of the person's collection that was delivered. null: none of theirs, or it is still on its way. */
export async function findEntry(
  ctx: ShopContext,
  { userId, entryId }: { userId: string; entryId: string },
): Promise<{
  id: string;
  orderId: string | null;
  sku: string;
  skinName: string;
  championName: string;
  version: number | null;
  /** A newer version than the one that was downloaded. */
  hasNewer: boolean;
  updating: boolean;
} | null> {
  const row = await ctx.db
    .selectFrom('user_collection as entry')
    .leftJoin('skin_files as file', 'file.sku', 'entry.sku')
    .select([
      'entry.id',
      'entry.order_id',
      'entry.sku',
      'entry.skin_name',
      'entry.champion_name',
      'entry.downloaded_version',
      'file.version',
      'file.updating',
    ])
    .where('entry.id', '=', entryId)
    .where('entry.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    orderId: row.order_id,
    sku: row.sku,
    skinName: row.skin_name,
    championName: row.champion_name,
    version: row.downloaded_version ?? row.version,
    hasNewer: row.downloaded_version !== null && row.version !== null && row.version > row.downloaded_version,
    updating: row.updating ?? false,
  };
}
