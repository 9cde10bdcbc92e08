import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, type DatabaseHandle } from '#db/client.server.ts';
import { migrate, migrationNames } from '#db/migrate.server.ts';
import { createServerDatabase, dropServerDatabase } from '#test/database.ts';
import { openFolderBackup } from './backups/folder-place.ts';
import { restoreBackup } from './backups/restore-backup.ts';
import { bringForward } from './bring-forward.ts';
import { createLog } from './config/log.ts';
import type { tellSupervisor } from './workers/worker-messages.ts';

const PATIENT = { timeout: 120_000 };
/** The last migrations of 0.1 and 0.2, the releases before the step. */
const RELEASED = ['0017_retention.sql', '0064_gift_has_one_owner.sql'];

const GRANTS = "select from pg_tables where tablename = 'grants'";

const isPostgres = process.env.TEST_DATABASE === 'postgres';
const ends: (() => Promise<unknown>)[] = [];
let dataDir: string;
let database: DatabaseHandle;
let url: string | null;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fulgor-step-'));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  const place = await newPlace(dataDir);
  url = 'url' in place ? place.url : null;
  database = await open(place);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function newPlace(directory: string) {
  if (!isPostgres) return { directory: join(directory, 'db') };
  const { name, url } = await createServerDatabase('template1');
  ends.push(() => dropServerDatabase(name));
  return { url };
}

async function open(place: Awaited<ReturnType<typeof newPlace>>): Promise<DatabaseHandle> {
  const opened = await openDatabase(place);
  ends.push(() => opened.close());
  return opened;
}

/** As `npm start` does. */
const begin = ({ tell, backupTo = null }: { tell?: typeof tellSupervisor; backupTo?: string | null } = {}) =>
  bringForward(
    {
      dataDir,
      databaseDirectUrl: url,
      authSecret: 'the-secret-of-this-shop-0123456789abcdef',
      s3: null,
      backupTo,
      backupKey: null,
    },
    database,
    createLog({ level: 'error' }),
    tell,
  );
const backups = () => readdir(join(dataDir, 'backups')).catch(() => []);
const people = async ({ executeSql }: DatabaseHandle) => (await executeSql('select email from users')).rows;

test.each(process.env.RELEASE ? RELEASED : RELEASED.slice(-1))(
  'before a step that needs a stop a backup is made, and from it the shop comes back as it was: %s',
  PATIENT,
  async (released) => {
    await migrate(database, { upTo: released });
    await database.executeSql(
      "insert into users (id, name, email) values (gen_random_uuid(), 'Ana', 'ana@exemplo.com')",
    );
    // Without a place for the backup nothing begins, and the operator reads why.
    await expect(begin({ backupTo: 's3' })).rejects.toThrow(/nada mudou\. Para guardar .* no S3/);
    expect((await database.executeSql(GRANTS)).rows).toEqual([]);

    const told = vi.fn<typeof tellSupervisor>();
    const applied = await begin({ tell: told });
    expect(told.mock.calls).toEqual([[{ type: 'step' }]]);
    expect(applied).toEqual(migrationNames().filter((name) => name > released));
    const made = await backups();
    expect(made).toHaveLength(1);
    expect(await begin()).toEqual([]);
    expect(await backups()).toEqual(made);

    const { place, name } = openFolderBackup(join(dataDir, 'backups', made[0]!));
    const target = join(dataDir, 'restored');
    const into = await newPlace(target);
    await restoreBackup(
      place.read(name),
      { dataDir: target, databaseUrl: 'url' in into ? into.url : null },
      null,
    );
    const restored = await open(into);
    const { rows } = await restored.executeSql('select max(name) as last from schema_migrations');
    expect(rows).toEqual([{ last: released }]);
    expect(await people(restored)).toEqual([{ email: 'ana@exemplo.com' }]);
  },
);

test('a new shop has nothing to go back to', PATIENT, async () => {
  expect(await begin()).toEqual(migrationNames());
  expect(await backups()).toEqual([]);
});

test.runIf(isPostgres)(
  'a shop that is still served is not brought across, and nothing changes',
  { ...PATIENT, tags: 'release' },
  async () => {
    await migrate(database, { upTo: RELEASED.at(-1)! });
    const stop = await database.listen(
      'fulgor',
      () => {},
      () => {},
    );
    await expect(begin()).rejects.toThrow(/pare todos os processos/);
    expect(await backups()).toEqual([]);
    expect((await database.executeSql(GRANTS)).rows).toEqual([]);
    await stop();
    expect(await begin()).not.toEqual([]);
  },
);
