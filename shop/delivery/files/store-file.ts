import { createHash, randomUUID } from 'node:crypto';
import type { OutwardContext } from '#shop/context.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';
import { examineFile } from '#shop/delivery/examining/examine-file.ts';
import { storedFileKey, type StoredFile } from './stored-file.ts';

export type StoreFileResult =
  | { ok: true; file: StoredFile }
  /** `broken_off`: whoever sent it stopped half-way. */
  | { ok: false; reason: 'too_large' | 'empty' | 'broken_off' | 'storage_away' };

const MEGABYTE = 1024 * 1024;
const LONGEST_NAME = 200;
/** Looked into within a second or two of its coming in. */
const MOST_AT_ONCE = 50 * MEGABYTE;

/** Puts a file into the shop as it comes in, never whole in memory. Nothing is left of a refused one. */
export async function storeFile(
  ctx: OutwardContext,
  request: { actorUserId: string; name: string; content: AsyncIterable<Uint8Array> },
): Promise<StoreFileResult> {
  const id = randomUUID();
  const key = storedFileKey(id);
  const hash = createHash('sha256');
  const most = ctx.settings.maxFileMb * MEGABYTE;
  let size = 0;
  let refusal: 'too_large' | 'broken_off' | null = null;

  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of request.content) {
        size += chunk.byteLength;
        if (size > most) {
          refusal = 'too_large';
          throw new Error('The file is larger than the limit.');
        }
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      refusal ??= 'broken_off';
      throw error;
    }
  }

  try {
    await ctx.largeFiles.write(key, counted());
  } catch (error) {
    if (refusal) return { ok: false, reason: refusal };
    ctx.log.error('files.keep_failed', { error });
    return { ok: false, reason: 'storage_away' };
  }
  if (size === 0) {
    await ctx.largeFiles.remove(key);
    return { ok: false, reason: 'empty' };
  }
  const file = { id, name: tidyName(request.name), size, sha256: hash.digest('hex') };
  try {
    await ctx.db
      .insertInto('files')
      .values({ ...file, created_at: ctx.now(), created_by: request.actorUserId })
      .execute();
  } catch (error) {
    // Without its row nothing leads to it any more. The connection may have gone after the row was written.
    const find = ctx.db.selectFrom('files').select('id').where('id', '=', id);
    if (!(await find.executeTakeFirst().catch(() => null))) await ctx.largeFiles.remove(key);
    throw error;
  }
  ctx.log.info('files.kept', { fileId: id, size });
  // The job takes the large ones: a stop does not wait for them.
  if (size <= MOST_AT_ONCE) ctx.inBackground('examine_file', () => examineFile(ctx, id));
  return { ok: true, file };
}

/** The end of a name has its type. */
function tidyName(name: string): string {
  return tidyLine(name.replaceAll(/[/\\]/g, ' ')).slice(-LONGEST_NAME) || 'arquivo';
}
