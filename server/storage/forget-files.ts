import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from './null-if-missing.ts';

/**
 * Deletes the files of a folder that end so and were last written before this moment. There may be no folder.
 * @returns how many; fewer than `atMost` means that none is left.
 */
export async function forgetFiles(
  { directory, endings }: { directory: string; endings: readonly string[] },
  before: Date,
  atMost: number,
): Promise<number> {
  const names = (await readdir(directory).catch(nullIfMissing)) ?? [];
  let gone = 0;
  for (const name of names) {
    if (gone === atMost) break;
    if (!endings.some((ending) => name.endsWith(ending))) continue;
    const path = join(directory, name);
    if ((await stat(path)).mtime >= before) continue;
    await rm(path, { force: true });
    gone++;
  }
  return gone;
}
