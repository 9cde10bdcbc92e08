import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A start waits this long for a process that is ending: the system needs a moment to clear a killed one. */
const PATIENCE_MS = 2_000;
const SQLITE_BUSY = 5;

/**
 * One process for each embedded database: two on one folder silently diverge, and data of both is lost.
 * The lock is an exclusive SQLite transaction on an empty file. The kernel holds it for the process and releases it
 * when the process ends in any way, and all containers of a machine share the kernel. Throws `DataDirectoryInUse` if
 * another process, or another part of this one, has the folder.
 */
export function lockDataDirectory(directory: string, patienceMs = PATIENCE_MS): { release: () => void } {
  mkdirSync(directory, { recursive: true });
  const olderLock = join(directory, 'fulgor.lock');
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(directory, 'fulgor.lock.sqlite'), { timeout: patienceMs });
    // Nothing is ever written, so no journal on the disk is needed.
    file.exec('pragma journal_mode = memory; begin exclusive');
    if (isUsedByOlderRelease(directory, olderLock)) throw new DataDirectoryInUse(directory);
    // The first release knows only this file, and respects the number of a living process.
    writeFileSync(olderLock, String(process.pid));
  } catch (error) {
    file?.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new DataDirectoryInUse(directory) : error;
  }
  const held = file;
  return {
    release() {
      rmSync(olderLock, { force: true });
      held.close();
    },
  };
}

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  constructor(directory: string) {
    super(
      `O banco de dados embutido em ${resolve(directory)} já está em uso por outro processo. Pare a loja primeiro, escolha outra pasta com DATA_DIR, ou use DATABASE_URL.`,
    );
  }
}

/**
 * The first release wrote its process id into a file and had no lock. Another program may have that id now, so this
 * checks whether the process has files of the folder open. Only Linux can tell.
 */
function isUsedByOlderRelease(directory: string, olderLock: string): boolean {
  try {
    const owner = Number(readFileSync(olderLock, 'utf8'));
    const folder = realpathSync(directory) + sep;
    const opened = `/proc/${owner}/fd`;
    return (
      owner !== process.pid &&
      readdirSync(opened).some((name) => readlinkSync(join(opened, name)).startsWith(folder))
    );
  } catch {
    return false;
  }
}
