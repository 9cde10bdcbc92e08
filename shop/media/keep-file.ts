import type { ShopContext } from '#shop/context.ts';

/** Writes what can be made again: on a full disk the shop still shows its pictures. */
export async function keepFile(
  { files, log }: Pick<ShopContext, 'files' | 'log'>,
  key: string,
  content: Buffer,
): Promise<void> {
  try {
    await files.write(key, content);
  } catch (error) {
    log.warn('files.write_failed', { key, error });
  }
}
