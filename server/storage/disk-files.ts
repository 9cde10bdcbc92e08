import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertFileKey, type FileStore } from '#shop/media/file-store.ts';
import { nullIfMissing } from './null-if-missing.ts';

/** Files under `DATA_DIR/files`. */
export function createDiskFiles(root: string): FileStore {
  function pathOf(key: string): string {
    assertFileKey(key);
    return join(root, key);
  }
  return {
    read: async (key) => readFile(pathOf(key)).catch(nullIfMissing),
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomUUID()}.part`;
      try {
        // The name must not be there before the bytes are.
        await writeFile(part, content, { flush: true });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
