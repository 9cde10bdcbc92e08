import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assertFileKey } from '#shop/media/file-store.ts';
import { packTar } from './tar-stream.ts';

const SECRET_ENTRY = 'auth-secret';

/**
 * The shop's secret, the files that the database names and the simulator's ledger, which the real bank keeps itself.
 * What is made of pictures, and those of the game, are left out: they come anew.
 */
export function packFiles(of: { dataDir: string; authSecret: string; fileKeys: string[] }): {
  content: AsyncIterable<Uint8Array>;
  missing: string[];
} {
  const missing: string[] = [];
  const content = packTar(async (tar) => {
    await tar.text(SECRET_ENTRY, of.authSecret);
    for (const key of of.fileKeys) {
      assertFileKey(key);
      if (!(await tar.file(`files/${key}`, join(of.dataDir, 'files', key)))) missing.push(key);
    }
    for (const name of await readdir(join(of.dataDir, 'simulator')).catch(() => [])) {
      if (name.endsWith('.json')) await tar.file(`simulator/${name}`, join(of.dataDir, 'simulator', name));
    }
  });
  return { content, missing };
}
