import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#shop/log.ts';

const OTHERS = 0o077;

/** What this process writes from now on is for its own account of the machine: mails with links, files, the database. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

/** Whether other accounts of the machine may do anything with it. */
export function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (lstatSync(path).mode & OTHERS) !== 0;
}

/**
 * Takes the data folder away from everybody else, with all that an earlier release left open in it. The embedded
 * database opens each of its new files to all, whatever the umask says, so its folder is walked at each start.
 */
export function makePrivate(dataDir: string, log?: Pick<Log, 'warn'>): void {
  if (process.platform === 'win32') return;
  try {
    const wasOpen = close(dataDir);
    for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
      if (wasOpen || entry.name === 'db') closeAll(join(dataDir, entry.name), entry.isDirectory());
    }
  } catch (error) {
    // Somebody else owns the folder, or a part of it. The shop can still sell, and the doctor says it again.
    log?.warn('data.not_private', { error });
  }
}

/** A link is left: what it leads to is not the shop's. */
function closeAll(path: string, isFolder: boolean): void {
  close(path);
  if (!isFolder) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    closeAll(join(path, entry.name), entry.isDirectory());
  }
}

/** @returns whether it was open. */
function close(path: string): boolean {
  // A socket or a file of the database may go away meanwhile.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return false;
  chmodSync(path, found.mode & 0o7777 & ~OTHERS);
  return true;
}
