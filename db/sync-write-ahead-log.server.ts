import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * PGlite writes its write-ahead log but never syncs it to the disk. This syncs it after each commit; commits that
 * arrive during a sync share the next one.
 *
 * It guarantees that an answered write survives a kill of the process, and a power cut as far as the disk honours
 * fdatasync. It does not sync PGlite's checkpoints, so after a power cut (not after a kill) trust the backup in
 * doubt.
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
    // A running sync may have missed our bytes; the next one includes them.
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
