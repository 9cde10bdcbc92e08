import { sql } from 'kysely';
import { storedFileKey } from '#shop/delivery/files/stored-file.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import type { OutwardContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { examineArchive, type Examination } from './examine-archive.ts';
import { readWindows, type Windows } from './read-windows.ts';

/** Whoever began it died, or somebody whom it asked was silent. */
const AGAIN_AFTER_MS = 5 * 60_000;
const AT_ONCE = 20;

/** Looks into a file that was just put in. */
export async function examineFile(ctx: OutwardContext, fileId: string): Promise<void> {
  const file = await begin(ctx, fileId);
  if (file) await examine(ctx, file);
}

/** Those that nobody has looked into, the newest first: what is left of a crash, and all of a shop that is older than this. */
export async function examineDueFiles(ctx: OutwardContext, signal?: AbortSignal): Promise<void> {
  for (let done = 0; done < AT_ONCE; done++) {
    if (signal?.aborted) return;
    const file = await begin(ctx, null);
    if (!file) return;
    await examine(ctx, file, signal).catch(async (error: unknown) => {
      if (!signal?.aborted) return ctx.log.error('files.examine_failed', { fileId: file.id, error });
      // The next process begins it anew, at once.
      await ctx.db.updateTable('files').set({ tried_at: null }).where('id', '=', file.id).execute();
    });
  }
}

interface Begun {
  id: string;
  name: string;
  size: number;
}

/** Of two processes one gets it. null: nothing is to be looked into. */
async function begin(ctx: OutwardContext, fileId: string | null): Promise<Begun | null> {
  const { rows } = await sql<Begun>`
    update files set tried_at = ${ctx.now()} where id = (
      select id from files
      where examined_at is null and (tried_at is null or tried_at <= ${new Date(ctx.now().getTime() - AGAIN_AFTER_MS)})
        and (${fileId}::uuid is null or id = ${fileId}::uuid)
      order by tried_at nulls first, created_at desc limit 1
      for update skip locked)
    returning id, name, size`.execute(ctx.db);
  return rows[0] ?? null;
}

/** `silence`: why the scanner did not answer. */
interface Look {
  found: Examination;
  silence: string | null;
}

async function look(ctx: OutwardContext, windows: Windows, name: string): Promise<Look> {
  const found = await examineArchive(windows, name);
  const scanned =
    found.verdict === 'suspicious' ? null : await ctx.scanContent?.(windows.slices(0, windows.size));
  if (windows.failure()) throw windows.failure();
  if (scanned?.is === 'silent') return { found, silence: scanned.why };
  if (scanned?.is !== 'found') return { found, silence: null };
  const reasons = [`O antivírus achou ${scanned.name}.`];
  return { found: { ...found, verdict: 'suspicious', reasons }, silence: null };
}

async function examine(ctx: OutwardContext, { id, name, size }: Begun, signal?: AbortSignal): Promise<void> {
  const windows = readWindows(ctx.largeFiles, { key: storedFileKey(id), size: Number(size), signal });
  const { found, silence } = await look(ctx, windows, name).catch((error: unknown): Look => {
    if (windows.failure()) throw windows.failure();
    // The next try would end the same way, so a person looks.
    ctx.log.error('files.examine_failed', { fileId: id, error });
    const reasons = ['A loja não conseguiu olhar por dentro.'];
    return { found: { verdict: 'suspicious', entries: null, reasons }, silence: null };
  });
  // What the scanner did not answer is nobody's verdict: it is asked again.
  const isSilent = silence !== null;
  await ctx.transaction(async (tx) => {
    await tx
      .updateTable('files')
      .set(
        isSilent
          ? { reasons: JSON.stringify([silence]) }
          : {
              verdict: found.verdict,
              entries: found.entries,
              reasons: JSON.stringify(found.reasons),
              examined_at: ctx.now(),
            },
      )
      .where('id', '=', id)
      .execute();
    if (isSilent || found.verdict === 'suspicious') await tellChange(ctx, tx, { name: 'attention.changed' });
  });
  ctx.log.info('files.examined', { fileId: id, verdict: isSilent ? null : found.verdict });
  if (!isSilent) await releaseOrders(ctx);
}
