import type { DatabaseHandle } from '#db/client.server.ts';
import { join } from 'node:path';
import type { Log } from '#shop/log.ts';
import { VERSION } from '#shop/version.ts';
import type { Env } from '../config/env.ts';
import { nameBackup, type BackupDraft, type BackupPlace } from './backup-place.ts';
import { checkBackup } from './check-backup.ts';
import { copyEmbedded } from './copy-embedded.ts';
import { dumpPostgres } from './dump-postgres.ts';
import { writeManifest, type BackupManifest, type BackupPart } from './manifest.ts';
import { packFiles } from './pack-files.ts';
import { readFileKeys, type Snapshot } from './read-snapshot.ts';
import { deriveSealingKeys, type SealingKeys } from './seal-stream.ts';
import { writePart } from './write-part.ts';

/** A file that is deleted while the backup runs makes it begin again. */
const TRIES = 3;

export interface BackupSource {
  env: Pick<Env, 'dataDir' | 'databaseDirectUrl' | 'authSecret' | 's3'>;
  database: DatabaseHandle;
  log: Log;
}

/** For the last line of the command, the log and the panel. */
export interface BackupDone {
  backup: string;
  database: 'embedded' | 'postgres';
  at: string;
  encrypted: boolean;
  bytes: number;
  orders: number;
  files: number;
  /** Named by the database, but not in the storage. */
  missingFiles: number;
  /** The bucket whose files the backup names but does not hold. */
  bucket: string | null;
  removed: string[];
}

/**
 * Makes a whole and checked backup while the shop sells. First the database, then the files that it names at that
 * moment: so no restore names a file that the backup does not have. `keep`: how many stay; null: all.
 */
export async function makeBackup(
  source: BackupSource,
  place: BackupPlace,
  { key, keep }: { key: string | null; keep: number | null },
): Promise<BackupDone> {
  const name = nameBackup(new Date());
  const draft = await place.begin(name);
  let manifest: Awaited<ReturnType<typeof fillDraft>> | null = null;
  let keys: SealingKeys | null = null;
  try {
    for (let tries = 1; manifest === null; tries++) {
      // Of this try: one key seals one stream.
      keys = key === null ? null : deriveSealingKeys(key);
      manifest = await fillDraft(source, draft, keys, { name, isLast: tries === TRIES });
    }
    await checkBackup(draft, manifest, keys);
    await draft.finish(writeManifest(manifest, keys));
  } catch (error) {
    await draft.abandon().catch(() => {});
    throw error;
  }
  const removed = keep === null ? [] : await removeOld(place, keep, source.log);
  return {
    backup: place.addressOf(name),
    database: manifest.database,
    at: manifest.at,
    encrypted: keys !== null,
    bytes: manifest.parts.database.bytes + manifest.parts.files.bytes,
    orders: manifest.counts.orders ?? 0,
    files: manifest.files.count,
    missingFiles: manifest.files.missing.length,
    bucket: manifest.files.bucket,
    removed,
  };
}

/** One that cannot be removed does not make a failure of the backup that lies there. @returns what went. */
async function removeOld(place: BackupPlace, keep: number, log: Log): Promise<string[]> {
  const removed: string[] = [];
  for (const old of (await place.list()).slice(0, -keep)) {
    try {
      await place.remove(old);
      removed.push(old);
    } catch (error) {
      log.warn('backup.old_stays', { backup: place.addressOf(old), error });
    }
  }
  return removed;
}

/** null: a file was deleted meanwhile, and the database names it no more. */
async function fillDraft(
  source: BackupSource,
  draft: BackupDraft,
  keys: SealingKeys | null,
  { name, isLast }: { name: string; isLast: boolean },
): Promise<Omit<BackupManifest, 'format' | 'salt'> | null> {
  const { env, database } = source;
  const written = await writeDatabase(source, draft, keys);
  const { snapshot } = written;
  const isHere = env.s3 === null;
  const { content, missing } = packFiles({
    dataDir: env.dataDir,
    authSecret: env.authSecret,
    fileKeys: isHere ? snapshot.fileKeys : [],
  });
  const files = await writePart(draft, 'files.tar', content, keys);
  if (missing.length > 0) {
    const named = new Set(await readFileKeys((text) => database.executeSql(text)));
    if (!isLast && missing.some((key) => !named.has(key))) return null;
    source.log.warn('backup.files_missing', { keys: missing });
  }
  return {
    name,
    version: VERSION,
    at: snapshot.at.toISOString(),
    database: database.kind,
    postgresMajor: written.major,
    migrations: snapshot.migrations,
    counts: snapshot.counts,
    files: {
      kept: isHere ? 'here' : 'bucket',
      bucket: env.s3?.bucket ?? null,
      count: snapshot.fileKeys.length - missing.length,
      missing,
    },
    parts: { database: written.part, files },
  };
}

async function writeDatabase(
  { env, database }: BackupSource,
  draft: BackupDraft,
  keys: SealingKeys | null,
): Promise<{ part: BackupPart; snapshot: Snapshot; major: number | null }> {
  if (env.databaseDirectUrl === null) {
    const { content, snapshot } = copyEmbedded(database, join(env.dataDir, 'db'));
    const part = await writePart(draft, 'database.tar', content, keys);
    return { part, snapshot: await snapshot, major: null };
  }
  const dump = await dumpPostgres(database, env.databaseDirectUrl);
  try {
    const part = await writePart(draft, 'database.dump', dump.content, keys);
    return { part, snapshot: dump.snapshot, major: dump.major };
  } finally {
    await dump.close();
  }
}
