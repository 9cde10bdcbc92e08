import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One process per embedded database: two on one folder diverge silently and both lose.
 * The lock is a file holding the owner's process id; one left by a killed process is taken over.
 */
export function lockDataDirectory(directory: string): { release: () => void } {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'fulgor.lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return { release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(path, 'utf8'));
    if (Number.isInteger(owner) && owner > 0 && owner !== process.pid && isRunning(owner)) break;
    rmSync(path, { force: true });
  }
  throw new DataDirectoryInUse(path);
}

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  constructor(path: string) {
    super(
      `O banco de dados embutido já está em uso por outro processo (${path}). Pare a loja primeiro, ou use DATABASE_URL.`,
    );
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
