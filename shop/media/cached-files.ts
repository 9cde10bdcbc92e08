import type { OutwardContext, ShopContext } from '#shop/context.ts';

/** A visitor waits for the storage for this long; after it, the picture is made anew. */
const PATIENCE_MS = 2_000;
const SILENT_FOR_MS = 30_000;
/** Pictures that wait in memory for a storage that does not answer. */
const MOST_WRITES = 64;

/**
 * Writes a file that can be made again, in the background: a full disk or a storage that is silent costs nobody's time,
 * and the shop still shows the picture.
 */
export function writeCachedFile(ctx: OutwardContext, key: string, content: Buffer): void {
  const { writes } = ctx.memory.splashes;
  if (writes.size >= MOST_WRITES) {
    ctx.log.warn('files.write_left_out', { key });
    ctx.metrics.observe('fulgor_picture_write_seconds', { outcome: 'failed' }, 0);
    return;
  }
  writes.set(key, content);
  ctx.inBackground('keep_picture', async () => {
    const startedAt = ctx.now().getTime();
    let outcome = 'ok';
    try {
      await ctx.files.write(key, content);
    } catch (error) {
      outcome = 'failed';
      ctx.log.warn('files.write_failed', { key, error });
    }
    writes.delete(key);
    const seconds = (ctx.now().getTime() - startedAt) / 1000;
    ctx.metrics.observe('fulgor_picture_write_seconds', { outcome }, seconds);
  });
}

/** Reads a file that can be made again. If the storage does not answer, the picture comes from its source. */
export async function readCachedFile(
  { files, log, memory, now }: Pick<ShopContext, 'files' | 'log' | 'memory' | 'now'>,
  key: string,
): Promise<Buffer | null> {
  const traffic = memory.splashes;
  const waiting = traffic.writes.get(key);
  if (waiting) return waiting;
  if (now().getTime() < traffic.storageSilentUntil) return null;
  const patience = Promise.withResolvers<'silent'>();
  const timer = setTimeout(() => patience.resolve('silent'), PATIENCE_MS);
  try {
    const cached = await Promise.race([files.read(key), patience.promise]);
    if (cached !== 'silent') return cached;
    traffic.storageSilentUntil = now().getTime() + SILENT_FOR_MS;
    log.warn('files.silent', { key });
  } catch (error) {
    log.warn('files.read_failed', { key, error });
  } finally {
    clearTimeout(timer);
  }
  return null;
}
