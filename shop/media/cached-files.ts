import type { OutwardContext, ShopContext } from '#shop/context.ts';

/** Writes what can be made again: on a full disk the shop still shows its pictures. */
export async function writeCachedFile(
  { files, log }: Pick<OutwardContext, 'files' | 'log'>,
  key: string,
  content: Buffer,
): Promise<void> {
  try {
    await files.write(key, content);
  } catch (error) {
    log.warn('files.write_failed', { key, error });
  }
}

/** Reads what can be made again: while the storage is silent, pictures come from their source. */
export async function readCachedFile(
  { files, log }: Pick<ShopContext, 'files' | 'log'>,
  key: string,
): Promise<Buffer | null> {
  try {
    return await files.read(key);
  } catch (error) {
    log.warn('files.read_failed', { key, error });
    return null;
  }
}
