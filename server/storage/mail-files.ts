import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Deletes mail files from before this moment, and incomplete files of a crash. A shop with SMTP may have files from
 * before.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export async function forgetMailFiles(directory: string, before: Date, atMost: number): Promise<number> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let gone = 0;
  for (const name of names) {
    if (gone === atMost) break;
    if (!/\.(?:eml|part)$/.test(name)) continue;
    const path = join(directory, name);
    if ((await stat(path)).mtime >= before) continue;
    await rm(path, { force: true });
    gone++;
  }
  return gone;
}
