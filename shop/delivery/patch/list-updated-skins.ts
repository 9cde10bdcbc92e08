import { sql } from 'kysely';
import { followsFile } from '#shop/collection/follows-file.ts';
import type { ShopContext } from '#shop/context.ts';
import { isWithheld } from '#shop/states/why-waits.ts';
import { joinOwners } from './join-owners.ts';

export interface UpdatedSkin {
  /** Of the collection. */
  entryId: string;
  orderId: string;
  skinName: string;
  championName: string;
  /** Its file was broken, and is no more. Otherwise a patch outdated it. */
  mended: boolean;
}

/** The skins of a person that a patch has made ready, or whose file was mended, the last bought first. */
export async function listUpdatedSkins(
  ctx: ShopContext,
  { patchId, userId }: { patchId: string; userId: string },
): Promise<UpdatedSkin[]> {
  const { rows } = await sql<UpdatedSkin>`
    select entry.id as "entryId", entry.order_id as "orderId", entry.skin_name as "skinName",
      entry.champion_name as "championName", coalesce(file.mend_id = ${patchId}, false) as mended
    from skin_files file ${joinOwners}
    where entry.user_id = ${userId} and not ${isWithheld} and (
      file.patch_id = ${patchId} and not file.updating and file.patched_at >= file.marked_at
        and coalesce(entry.delivered_at < file.patched_at, true)
      or file.mend_id = ${patchId} and ${followsFile('entry')})
    order by entry.added_at desc, entry.id
  `.execute(ctx.db);
  return rows;
}
