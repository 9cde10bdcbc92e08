import type { OutwardContext, ShopContext } from '#shop/context.ts';

/** Writes a file that can be made again. A full disk is not an error: the shop still shows the picture. */
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

/** Reads a file that can be made again. If the storage does not answer, the picture comes from its source. */
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
