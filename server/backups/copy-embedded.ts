import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DatabaseHandle } from '#db/client.server.ts';
import { readSnapshot, type Snapshot } from './read-snapshot.ts';
import { packTar, type TarWriter } from './tar-stream.ts';

const SEGMENT_BYTES = 16n * 1024n * 1024n;
/** Another process's, or made anew at each start. */
const NOT_COPIED =
  /^(?:fulgor\.lock.*|postmaster\.(?:pid|opts)|backup_label.*|tablespace_map.*|pg_wal\/.*|pg_(?:dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\/.*|.*pgsql_tmp.*)$/;
const CONTROL_FILE = 'global/pg_control';

/**
 * A copy of the embedded database while it works: PostgreSQL's own base backup ("Making a Base Backup Using the Low
 * Level API"). The files are copied as they are, half-written pages included, and the write-ahead log that came
 * meanwhile makes them right when the copy is opened. The copy holds the moment at which the backup was stopped, and
 * the database waits only there, for some counting.
 */
export function copyEmbedded(
  database: DatabaseHandle,
  directory: string,
): { content: AsyncIterable<Uint8Array>; snapshot: Promise<Snapshot> } {
  const read = Promise.withResolvers<Snapshot>();
  read.promise.catch(() => {});
  const content = packTar(async (tar) => {
    try {
      await database.executeSql(`select pg_backup_start('fulgor', true)`);
      let stopped: Stopped;
      try {
        await copyFolder(tar, directory, '');
      } finally {
        // Also after a failure: the database would refuse the next backup.
        stopped = await stopBackup(database);
      }
      await copyLog(tar, directory, stopped);
      await tar.text('backup_label', stopped.label);
      await tar.file(CONTROL_FILE, join(directory, CONTROL_FILE));
      read.resolve(stopped.snapshot);
    } catch (error) {
      read.reject(error);
      throw error;
    }
  });
  return { content, snapshot: read.promise };
}

async function copyFolder(tar: TarWriter, root: string, folder: string): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (NOT_COPIED.test(name) || name === CONTROL_FILE) continue;
    if (entry.isDirectory()) {
      await tar.directory(name);
      await copyFolder(tar, root, name);
      // A table that was dropped meanwhile is no file any more.
    } else await tar.file(name, join(root, name));
  }
}

interface Stopped {
  snapshot: Snapshot;
  /** The position in the log up to which it is the copy's. */
  end: bigint;
  label: string;
}

/** In one transaction, so that nothing happens between what is counted and the end of the copy. */
function stopBackup(database: DatabaseHandle): Promise<Stopped> {
  return database.transaction(async (tx) => {
    const snapshot = await readSnapshot((text) => sql.raw(text).execute(tx));
    const { rows } = await sql<{ lsn: string; label: string }>`
      select lsn::text, labelfile as label from pg_backup_stop(false)`.execute(tx);
    const { lsn, label } = rows[0]!;
    const [high = '0', low = '0'] = lsn.split('/');
    return { snapshot, label, end: BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`) };
  });
}

/** The log from the start of the backup to its end, and not a byte more: what came later is not in the copy. */
async function copyLog(tar: TarWriter, root: string, { label, end }: Stopped): Promise<void> {
  const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
  if (!first) throw new Error('The label of the backup names no start.');
  const timeline = first.slice(0, 8);
  const start =
    BigInt(`0x${first.slice(8, 16)}`) * (2n ** 32n / SEGMENT_BYTES) + BigInt(`0x${first.slice(16)}`);
  for (let segment = start; segment * SEGMENT_BYTES < end; segment++) {
    const address = segment * SEGMENT_BYTES;
    const name = `pg_wal/${timeline}${hex(address >> 32n)}${hex((address & 0xffffffffn) / SEGMENT_BYTES)}`;
    if (!(await tar.file(name, join(root, name), Number(end - address)))) {
      throw new Error(`${name} was recycled while the backup was made.`);
    }
  }
}

const hex = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0');
