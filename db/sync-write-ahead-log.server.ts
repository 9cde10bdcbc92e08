import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * PGlite writes its write-ahead log but never asks the disk to keep it. This does, after each commit:
 * commits that arrive while a sync is under way share the next one.
 *
 * What it promises: a row whose request was answered survives the process being killed, and survives
 * a power cut as far as the disk honours fdatasync. What it does not: PGlite's checkpoints are not
 * synced, so after a power cut (not after a kill) take the backup's side in any doubt.
 */
export function createLogSync(databaseDirectory: string): {
  sync: () => Promise<void>;
  close: () => Promise<void>;
} {
  const logDirectory = join(databaseDirectory, 'pg_wal');
  const handles = new Map<string, FileHandle>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function syncAll(): Promise<void> {
    const names = (await readdir(logDirectory)).filter((name) => /^[0-9A-F]{24}$/.test(name));
    for (const [name, handle] of handles) {
      if (!names.includes(name)) {
        handles.delete(name);
        await handle.close();
      }
    }
    for (const name of names) {
      if (!handles.has(name)) handles.set(name, await open(join(logDirectory, name), 'r+'));
    }
    await Promise.all([...handles.values()].map((handle) => handle.datasync()));
  }

  function sync(): Promise<void> {
    if (!running) {
      running = syncAll().finally(() => (running = undefined));
      return running;
    }
    // A sync already under way may have missed our bytes; the one after it cannot.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return sync();
      });
    return next;
  }

  async function close(): Promise<void> {
    await next?.catch(() => {});
    await running?.catch(() => {});
    for (const handle of handles.values()) await handle.close();
    handles.clear();
  }

  return { sync, close };
}
