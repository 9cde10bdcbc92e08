import { sql } from 'kysely';
import { findDownload } from '#shop/collection/find-download.ts';
import type { ShopContext } from '#shop/context.ts';
import { lockOrder } from '#shop/states/lock-order.ts';
import { writeUse } from './record-use.ts';

/**
 * Writes down that the owner fetches the file of a skin, before its first byte is sent (docs/rulings.md, 'Giving back'): under
 * the lock of the order, which whoever gives the order back holds too, so only one of the two happens.
 *
 * @returns false: there is nothing to download any more.
 */
export async function recordDownload(
  ctx: ShopContext,
  download: { userId: string; entryId: string; address: string; userAgent: string | null },
): Promise<boolean> {
  const { userId, entryId, ...browser } = download;
  const isThere = await ctx.transaction(async (tx) => {
    const entry = await tx
      .selectFrom('grants')
      .select('order_id')
      .where('id', '=', entryId)
      .where('owner_id', '=', userId)
      .executeTakeFirst();
    if (!entry || !(await lockOrder(tx, entry.order_id))) return false;
    // Again: the order may have been given back before the lock was there.
    const found = await findDownload({ ...ctx, db: tx }, { userId, entryId });
    if (!found || 'isDisputed' in found) return false;
    await writeUse(ctx, tx, 'downloaded', { userId, of: { entryIds: [entryId] }, ...browser });
    return true;
  });
  if (isThere) {
    const at = ctx.now();
    ctx.inBackground('note_download', () => noteDownload(ctx, { userId, entryId, at }));
  }
  return isThere;
}

/** 'Funcionou?' is asked of what was downloaded, and once more when it is another version of the file. */
async function noteDownload(
  ctx: ShopContext,
  { userId, entryId, at }: { userId: string; entryId: string; at: Date },
): Promise<void> {
  await sql`
    update grants entry set downloaded_at = ${at},
      worked_at = case when entry.downloaded_version is not distinct from now_there.version
        then entry.worked_at end,
      downloaded_version = now_there.version
    from (
      select mine.id, file.version from grants mine
      left join skin_files file on file.sku = mine.sku
      where mine.id = ${entryId} and mine.owner_id = ${userId}
    ) now_there where now_there.id = entry.id`.execute(ctx.db);
}
