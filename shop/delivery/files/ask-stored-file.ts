import type { OutwardContext } from '#shop/context.ts';
import type { FileCheck } from './ask-link.ts';
import { storedFileKey } from './stored-file.ts';

/** Looks whether the storage still has a file of the shop, with all of its bytes. */
export async function askStoredFile(
  ctx: OutwardContext,
  file: { id: string; size: number },
): Promise<FileCheck> {
  const dead = (failure: string): FileCheck => ({ is: 'dead', failure, met: 'answer' });
  try {
    const size = await ctx.largeFiles.size(storedFileKey(file.id));
    if (size === null) return dead('O arquivo não está mais no armazenamento da loja.');
    return size === file.size
      ? { is: 'alive' }
      : dead('O arquivo no armazenamento da loja não está inteiro.');
  } catch (error) {
    ctx.log.warn('files.check_failed', { fileId: file.id, error });
    return { is: 'unknown' };
  }
}
