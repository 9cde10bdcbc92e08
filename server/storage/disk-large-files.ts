import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { assertFileKey } from '#shop/media/file-store.ts';
import type { LargeFileStore } from '#shop/media/large-file-store.ts';

/** Large files under `DATA_DIR/files`, beside the small ones. */
export function createDiskLargeFiles(root: string): LargeFileStore {
  function pathOf(key: string): string {
    assertFileKey(key);
    return join(root, key);
  }
  return {
    async write(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomUUID()}.part`;
      try {
        await using file = await open(part, 'wx');
        for await (const chunk of content) await file.writeFile(chunk);
        // The name must not be there before the bytes are: a power cut would leave a file with holes.
        await file.sync();
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      await rename(part, path);
    },
    async open(key, range) {
      try {
        const file = await open(pathOf(key));
        return Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async size(key) {
      const found = await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return found?.size ?? null;
    },
    async address(key) {
      assertFileKey(key);
      return null;
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
