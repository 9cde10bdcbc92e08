import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Deletes mails that were written to files before this moment, and what a crash left of one. Where mails go out by
 * SMTP there may be files of the time before.
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
