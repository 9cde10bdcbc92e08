import { sql } from 'kysely';
import type { FileRow } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { storedFileKey } from '#shop/delivery/files/stored-file.ts';

/** Of a statement on `files`: something leads to it; a request of a program that staff have to confirm, too. */
const isNamed = sql`(
  exists (select from skin_files where file_id = files.id)
  or exists (select from grants where file_id = files.id)
  or exists (select from dead_files where file_id = files.id)
  or exists (select from held_deliveries where file_id = files.id)
  or exists (select from settings where value #>> '{}' = files.id::text)
  or exists (select from assistant_requests where strpos(input, files.id::text) > 0))`;

/**
 * Stored files that nothing has named since this moment: uploads that nobody saved, and what was replaced before anybody
 * got it. So long, because a payment may just be giving what was replaced a second ago.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export async function forgetUnusedFiles(ctx: OutwardContext, before: Date, atMost: number): Promise<number> {
  await sql`
    update files set unused_since = case when not ${isNamed} then ${ctx.now()}::timestamptz end
    where (unused_since is null) = (not ${isNamed})`.execute(ctx.db);
  const gone = await ctx.transaction(async (tx) => {
    // Whoever is naming one has its lock, and whoever comes now waits for ours: the second look sees them all.
    const old = await sql<{ id: string }>`
      select id from files where unused_since < ${before} limit ${atMost} for update skip locked`.execute(tx);
    const ids = old.rows.map(({ id }) => id);
    const { rows } = await sql<FileRow>`
      delete from files where id = any(${ids}::uuid[])
        and not ${isNamed} returning *`.execute(tx);
    return rows;
  });
  let removed = 0;
  for (const file of gone) {
    try {
      await ctx.largeFiles.remove(storedFileKey(file.id));
      removed += 1;
    } catch (error) {
      // Tried again tomorrow: without its row nobody would find the bytes.
      ctx.log.error('files.remove_failed', { key: storedFileKey(file.id), error });
      const row = { ...file, reasons: JSON.stringify(file.reasons) };
      await ctx.db.insertInto('files').values(row).execute();
    }
  }
  return removed;
}
