import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '#shop/media/file-store.ts';

const KEY = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

/** Files under `DATA_DIR/files`; a write appears whole or not at all. */
export function createDiskFiles(root: string): FileStore {
  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
    return join(root, key);
  }
  return {
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomUUID()}.part`;
      await writeFile(part, content);
      await rename(part, path);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
