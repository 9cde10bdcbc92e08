import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatabaseHandle } from '#db/client.server.ts';
import { migrationNames } from '#db/migrate.server.ts';
import type { BackupReader } from './backup-place.ts';
import { CommandRefused } from '../commands/command-refused.ts';
import { withDatabase } from '../commands/with-database.ts';
import { makePrivate } from '../storage/make-private.ts';
import { nullIfMissing } from '../storage/null-if-missing.ts';
import { checkBackup } from './check-backup.ts';
import { findPostgresTool, runPostgresTool } from './find-postgres-tool.ts';
import { hidePassword } from './hide-password.ts';
import { holdFreeKeys } from './hold-free-keys.ts';
import { readManifest, type BackupManifest } from './manifest.ts';
import { readSnapshot, SNAPSHOT_COUNTS } from './read-snapshot.ts';
import { refuseFilledDatabase } from './refuse-filled-database.ts';
import { unpackTar } from './tar-stream.ts';
import { readPart } from './write-part.ts';

/** Where a restore goes. `databaseUrl` null: into the embedded database of the folder. */
export interface RestoreTarget {
  dataDir: string;
  databaseUrl: string | null;
}

export interface Restored {
  backup: string;
  at: string;
  database: BackupManifest['database'];
  into: string;
  counts: BackupManifest['counts'];
  files: number;
  bucket: string | null;
  /** Keys of the stock that wait for staff. */
  heldKeys: number;
}

const UNFINISHED = '.restoring';
/** A backup may lie in the folder that was lost, and a mount point of its own brings `lost+found`. */
const MAY_BE_THERE = ['backups', 'lost+found', UNFINISHED];

/** Puts a backup into an empty place. It reads and checks all of it before it writes anything. */
export async function restoreBackup(
  reader: BackupReader,
  target: RestoreTarget,
  key: string | null,
): Promise<Restored> {
  const text = await reader.manifest();
  if (text === null)
    throw new CommandRefused('Não há um backup inteiro nesse endereço: falta o manifest.json.');
  const { manifest, keys } = readManifest(text, key);
  refuseNewer(manifest);
  if ((manifest.database === 'postgres') !== (target.databaseUrl !== null)) {
    throw new CommandRefused(
      manifest.database === 'postgres'
        ? 'Este backup é de um PostgreSQL: diga para qual com --into postgres://…'
        : 'Este backup é do banco embutido: diga para qual pasta com --into PASTA (e rode sem DATABASE_URL).',
    );
  }
  await refuseFilledFolder(target.dataDir);
  if (target.databaseUrl !== null) await refuseFilledDatabase(target.databaseUrl);
  await checkBackup(reader, manifest, keys);

  const unfinished = join(target.dataDir, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const takeOver = async (database: DatabaseHandle) => {
    await compareCounts(manifest, database);
    return holdFreeKeys(database);
  };
  let heldKeys: number;
  try {
    await unpackInto(unfinished, readPart(reader, manifest.parts.files, keys));
    if (target.databaseUrl === null) {
      await unpackInto(join(unfinished, 'db'), readPart(reader, manifest.parts.database, keys));
      heldKeys = await withDatabase({ directory: join(unfinished, 'db') }, takeOver);
    } else {
      await loadDump(manifest, readPart(reader, manifest.parts.database, keys), target.databaseUrl);
      heldKeys = await withDatabase({ url: target.databaseUrl, maxConnections: 1 }, takeOver);
    }
    // The database comes last: without it the folder is not taken for a shop's.
    const names = (await readdir(unfinished)).sort((a, b) => Number(a === 'db') - Number(b === 'db'));
    for (const name of names) await rename(join(unfinished, name), join(target.dataDir, name));
    makePrivate(target.dataDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return {
    backup: manifest.name,
    at: manifest.at,
    database: manifest.database,
    into: target.databaseUrl === null ? resolve(target.dataDir) : hidePassword(target.databaseUrl),
    counts: manifest.counts,
    files: manifest.files.kept === 'here' ? manifest.files.count : 0,
    bucket: manifest.files.bucket,
    heldKeys,
  };
}

function refuseNewer({ migrations, version }: BackupManifest): void {
  const known = new Set(migrationNames());
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new CommandRefused(
    `Este backup é da versão ${version}, mais nova que este programa (não conhece ${unknown}). Atualize o programa primeiro.`,
  );
}

async function refuseFilledFolder(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir).catch(nullIfMissing)) ?? [];
  const found = names.filter((name) => !MAY_BE_THERE.includes(name));
  if (found.length === 0) return;
  throw new CommandRefused(
    `A pasta ${resolve(dataDir)} não está vazia (tem ${found.slice(0, 3).join(', ')}): a restauração só escreve em um lugar vazio. Escolha outra pasta ou mude essa de nome.`,
  );
}

async function loadDump(
  manifest: BackupManifest,
  content: AsyncIterable<Uint8Array>,
  url: string,
): Promise<void> {
  const tool = await findPostgresTool('pg_restore', manifest.postgresMajor ?? 0);
  // All or nothing, and the first error ends it.
  const { child, ended } = runPostgresTool(tool, url, ['--single-transaction', '--exit-on-error']);
  child.stdout.resume();
  const fed = await pipeline(Readable.from(content, { objectMode: false }), child.stdin).catch(
    (error: unknown) => error,
  );
  if (fed instanceof CommandRefused) {
    // What was cut or changed must not be taken for the end of the dump.
    child.kill();
    await ended.catch(() => {});
    throw fed;
  }
  await ended;
}

async function unpackInto(directory: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for await (const entry of unpackTar(content)) {
    const path = join(directory, insideName(entry.name));
    if (entry.isDirectory) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      for await (const _ of entry.content);
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await using file = await open(path, 'wx', 0o600);
    for await (const piece of entry.content) await file.writeFile(piece);
  }
}

/** A backup without encryption may have been written by anybody: no entry leaves its folder. */
function insideName(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw new CommandRefused(`O backup traz um nome de arquivo que não é da loja: ${JSON.stringify(name)}.`);
  return parts.join('/');
}

/** What the restored database counts is what was counted when the backup was made. */
async function compareCounts(
  { counts }: BackupManifest,
  { executeSql }: Pick<DatabaseHandle, 'executeSql'>,
): Promise<void> {
  const found = await readSnapshot((text) => executeSql(text));
  const other = SNAPSHOT_COUNTS.filter((name) => found.counts[name] !== counts[name]);
  if (other.length > 0)
    throw new CommandRefused(
      `O banco restaurado não confere com o backup: ${other.map((name) => `${name} ${found.counts[name]} em vez de ${counts[name]}`).join(', ')}.`,
    );
}
