import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertFileKey } from '#shop/media/file-store.ts';
import { storedFileKey } from '#shop/delivery/files/stored-file.ts';
import type { LargeFileStore } from '#shop/media/large-file-store.ts';
import { fileBodies } from '../http/file-bodies.ts';
import { streamOf } from '../http/stream-of.ts';
import { forgetFiles } from './forget-files.ts';
import { nullIfMissing } from './null-if-missing.ts';

/** Large files under `DATA_DIR/files`, beside the small ones (docs/decisions/stored-files.md). */
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
      const path = pathOf(key);
      if ((await sizeOf(path)) === null) return null;
      const body = streamOf(read(path, range));
      fileBodies.set(body, { path, ...range });
      return body;
    },
    size: async (key) => sizeOf(pathOf(key)),
    async address(key) {
      assertFileKey(key);
      return null;
    },
    forgetBroken: (before, atMost) =>
      forgetFiles({ directory: join(root, dirname(storedFileKey('x'))), endings: ['.part'] }, before, atMost),
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Opened when the first byte is asked for: a visitor who hung up before leaves nothing open. */
async function* read(path: string, range: { start: number; end: number }): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, range);
}

async function sizeOf(path: string): Promise<number | null> {
  return (await stat(path).catch(nullIfMissing))?.size ?? null;
}
