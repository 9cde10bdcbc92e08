import { sql } from 'kysely';
import { isPaused, isReplaced } from '#shop/collection/follows-file.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { isWithheld } from '#shop/states/why-waits.ts';
import { joinOwners } from './join-owners.ts';

const FILES_AT_ONCE = 50;
const PEOPLE_AT_ONCE = 100;
/** Whoever owns many skins gets one mail when the last of them is ready, or after this time with those that are. */
const LONGEST_WAIT_MS = 2 * 3600_000;

/**
 * One mail for each person and patch, and for each person and mended file, in batches of one transaction each. The row of a person is unique for
 * a patch and its mail is asked for in the transaction that marks it, so no crash and no second process makes two.
 */
export async function tellOwners(ctx: OutwardContext): Promise<void> {
  while ((await noteOwners(ctx)) === FILES_AT_ONCE);
  while ((await askForMails(ctx)) === PEOPLE_AT_ONCE);
}

/** @returns of how many files the owners were looked up. */
async function noteOwners(ctx: OutwardContext): Promise<number> {
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from skin_files file where (is_news or is_mend_news) and not ${isWithheld}
      order by sku limit ${FILES_AT_ONCE}
      for update skip locked
    `.execute(tx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await sql`
      insert into patch_notices (patch_id, user_id, since)
      select distinct file.patch_id, entry.user_id, ${ctx.now()}::timestamptz from skin_files file ${joinOwners}
      where file.id = any(${ids}::uuid[]) and file.is_news and coalesce(entry.delivered_at < file.patched_at, true)
      union all
      select distinct file.mend_id, entry.user_id, ${ctx.now()}::timestamptz from skin_files file ${joinOwners}
      where file.id = any(${ids}::uuid[]) and file.is_mend_news and ${isReplaced('entry')}
      on conflict do nothing
    `.execute(tx);
    await tx
      .updateTable('skin_files')
      .set({ is_news: false, is_mend_news: false })
      .where('id', 'in', ids)
      .execute();
    return rows.length;
  });
}

/** @returns how many people get their mail. */
async function askForMails(ctx: OutwardContext): Promise<number> {
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ patch_id: string; user_id: string }>`
      select patch_id, user_id from patch_notices notice
      where mailed_at is null and (
        since <= ${new Date(now.getTime() - LONGEST_WAIT_MS)}
        or not exists (
          select from user_collection entry
          join skin_files file on file.sku = entry.sku
          where entry.user_id = notice.user_id and entry.state = 'delivered' and file.updating and file.patch_id = notice.patch_id))
        and not exists (
          select from skin_files file
          join user_collection entry on entry.sku = file.sku
          where file.mend_id = notice.patch_id and entry.user_id = notice.user_id and ${isPaused('entry')})
      order by since, user_id limit ${PEOPLE_AT_ONCE}
      for update skip locked
    `.execute(tx);
    for (const { patch_id: patchId, user_id: userId } of rows) {
      await tx
        .updateTable('patch_notices')
        .set({ mailed_at: now })
        .where('patch_id', '=', patchId)
        .where('user_id', '=', userId)
        .execute();
    }
    const told = rows.map(({ patch_id, user_id }) => ({ patchId: patch_id, userId: user_id }));
    await tell(ctx, tx, ...told.map((news) => ({ name: 'skins.updated' as const, ...news })));
    return rows.length;
  });
}
