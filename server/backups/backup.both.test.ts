import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type DatabaseHandle } from '#db/client.server.ts';
import { migrate, migrationNames } from '#db/migrate.server.ts';
import { itemPictureKey } from '#shop/media/item-picture.ts';
import { createServerDatabase, dropServerDatabase } from '#test/database.ts';
import { startS3Server } from '#test/providers/s3-server.ts';
import { withDatabase } from '../commands/with-database.ts';
import { createLog } from '../config/log.ts';
import { listS3Keys } from '../storage/s3-files.ts';
import { nameBackup, type BackupPlace } from './backup-place.ts';
import { createFolderPlace, openFolderBackup } from './folder-place.ts';
import { makeBackup, type BackupSource } from './make-backup.ts';
import { makeRecordedBackup } from './make-recorded-backup.ts';
import { readManifest } from './manifest.ts';
import { openBackup } from './open-place.ts';
import { restoreBackup, type RestoreTarget } from './restore-backup.ts';
import { createS3Place } from './s3-place.ts';

/** Each test opens several databases. */
const PATIENT = { timeout: 120_000 };

const isPostgres = process.env.TEST_DATABASE === 'postgres';
const AUTH_SECRET = 'the-secret-of-this-shop-0123456789abcdef';
const KEY = 'uma frase bem longa';
const HELD_KEYS = '0095_held_keys.sql';
const SOURCE_MARK = 'marker-that-nobody-may-read@backup.test';

let template: string;
let folder: string;
let database: DatabaseHandle;
let source: BackupSource;
let place: BackupPlace;
const drops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'fulgor-backup-template-'));
  if (isPostgres) return;
  const made = await openDatabase({ directory: join(template, 'db') });
  await migrate(made);
  await made.close();
  // PostgreSQL's two template databases are most of its files, and nothing is made from them.
  for (const unused of ['1', '4']) {
    const base = join(template, 'db/base', unused);
    for (const name of await readdir(base)) await rm(join(base, name));
  }
});
afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fulgor-backup-'));
  const dataDir = join(folder, 'data');
  let databaseDirectUrl: string | null = null;
  if (isPostgres) {
    databaseDirectUrl = await newServerDatabase(process.env.TEST_TEMPLATE_DATABASE);
    await mkdir(dataDir);
    database = await openDatabase({ url: databaseDirectUrl });
  } else {
    await cp(template, dataDir, { recursive: true });
    database = await openDatabase({ directory: join(dataDir, 'db') });
  }
  const log = createLog({ level: 'error' });
  source = { env: { dataDir, databaseDirectUrl, authSecret: AUTH_SECRET, s3: null }, database, log };
  place = createFolderPlace(join(folder, 'backups'));
  await addPerson(SOURCE_MARK);
});
afterEach(async () => {
  await database.close();
  for (const drop of drops.splice(0)) await drop();
  await rm(folder, { recursive: true, force: true });
});

async function newServerDatabase(from = 'template1'): Promise<string> {
  const { name, url } = await createServerDatabase(from);
  drops.push(() => dropServerDatabase(name));
  return url;
}

async function addPerson(email: string): Promise<string> {
  const { id } = await database.db
    .insertInto('users')
    .values({ id: randomUUID(), name: 'Alguém', email, image: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A person with a picture. */
async function addPicture(): Promise<string> {
  const key = `uploads/${randomUUID()}`;
  await mkdir(join(source.env.dataDir, 'files/uploads'), { recursive: true });
  await writeFile(join(source.env.dataDir, 'files', key), `content of ${key}`);
  const id = await addPerson(`${key}@backup.test`);
  await database.db
    .insertInto('profiles')
    .values({ id, avatar_key: key, cover_key: null, display_name: null })
    .execute();
  return key;
}

/** A catalogue with two items of one picture, and a draft of it with another. */
async function addCatalogPictures(): Promise<string[]> {
  const [sold, drafted] = [randomUUID(), randomUUID()];
  const keys = [sold, drafted].map(itemPictureKey);
  for (const key of keys) {
    await mkdir(join(source.env.dataDir, 'files', dirname(key)), { recursive: true });
    await writeFile(join(source.env.dataDir, 'files', key), `content of ${key}`);
  }
  const items = [{ picture: { digest: drafted } }, { picture: null }];
  await database.db
    .insertInto('catalogs')
    .values({
      id: 'armas',
      name: 'Armas',
      group_word: 'arma',
      group_words: 'armas',
      file_name: 'armas.zip',
      tried_at: new Date(),
      tried_by: null,
      group_count: 1,
      item_count: 2,
      problems: '[]',
      ignored_columns: '[]',
      draft: JSON.stringify({ groups: [{ items }] }),
    })
    .execute();
  for (const sku of ['file:armas:a', 'file:armas:b'])
    await database.db.insertInto('item_pictures').values({ sku, digest: sold, name: 'foto.png' }).execute();
  return keys;
}

const back = (options: { key?: string | null; keep?: number | null; to?: BackupPlace } = {}) =>
  makeBackup(source, options.to ?? place, { key: options.key ?? null, keep: options.keep ?? null });

async function emptyTarget(): Promise<RestoreTarget> {
  const dataDir = join(folder, `restored-${randomUUID()}`);
  return { dataDir, databaseUrl: isPostgres ? await newServerDatabase() : null };
}

async function restore(address: string, key: string | null = null, into?: RestoreTarget) {
  const target = into ?? (await emptyTarget());
  const { place, name } = openFolderBackup(address);
  return { target, restored: await restoreBackup(place.read(name), target, key) };
}

function openTarget<T>(
  { dataDir, databaseUrl }: RestoreTarget,
  work: (opened: DatabaseHandle) => Promise<T>,
) {
  return withDatabase(databaseUrl === null ? { directory: join(dataDir, 'db') } : { url: databaseUrl }, work);
}

const readPeople = (target: RestoreTarget): Promise<Set<string>> =>
  openTarget(target, async ({ db }) => {
    const rows = await db.selectFrom('users').select('email').execute();
    return new Set(rows.map(({ email }) => email));
  });

/** Of three keys one is sold. */
async function addThreeKeys(): Promise<void> {
  const now = new Date();
  const keys = [now, null, null].map((taken_at, line) => ({ line, taken_at, digest: `digest ${line}` }));
  await database.db
    .insertInto('stock_keys')
    .values(
      keys.map((key) => ({ ...key, sku: 'lol:Ahri:1', sealed: 'sealed', last_four: '0001', added_at: now })),
    )
    .execute();
}

async function readKeys({ executeSql }: DatabaseHandle): Promise<unknown> {
  const { rows } = await executeSql(
    'select count(*) filter (where taken_at is null) as free, count(held_at) as held from stock_keys',
  );
  return rows[0];
}

describe('a backup of a shop that sells meanwhile', PATIENT, () => {
  test('holds all that was answered before it began, nothing half, and is restored as it was counted', async () => {
    const before = Array.from({ length: 200 }, (_, number) => `before-${number}@backup.test`);
    await database.db
      .insertInto('users')
      .values(before.map((email) => ({ id: randomUUID(), name: 'Alguém', email, image: null })))
      .execute();
    const over = new AbortController();
    let written = 0;
    const selling = (async () => {
      while (!over.signal.aborted) {
        // Two rows that belong together: a copy of another moment would have one of them.
        await database.transaction(async (tx) => {
          for (const twin of ['a', 'b']) {
            const email = `twin-${written}-${twin}@backup.test`;
            await tx
              .insertInto('users')
              .values({ id: randomUUID(), name: 'x'.repeat(500), email, image: null })
              .execute();
          }
        });
        written++;
        await sleep(10);
      }
    })();
    const done = await back();
    over.abort();
    await selling;
    expect(written).toBeGreaterThan(3);

    const { target, restored } = await restore(done.backup);
    const people = await readPeople(target);
    expect(before.filter((email) => !people.has(email))).toEqual([]);
    const twins = [...people].filter((email) => email.startsWith('twin'));
    expect(
      twins.filter((email) => !people.has(email.replace(/-[ab]@/, (end) => (end === '-a@' ? '-b@' : '-a@')))),
    ).toEqual([]);
    expect(restored.counts.users).toBe(people.size);
    // The shop sold on while the files were packed and all was checked.
    expect(twins.length).toBeLessThan(written * 2);
  });

  test('a second one begins where the first has ended', { tags: 'release' }, async () => {
    await back();
    await sleep(1_100);
    await addPerson('later@backup.test');
    const { backup } = await back();
    const { target } = await restore(backup);
    expect(await readPeople(target)).toContain('later@backup.test');
  });

  test('brings files and the secret along', async () => {
    const key = await addPicture();
    const done = await back();
    expect(done.files).toBe(1);
    const { target } = await restore(done.backup);
    expect(await readFile(join(target.dataDir, 'files', key), 'utf8')).toBe(`content of ${key}`);
    expect(await readFile(join(target.dataDir, 'auth-secret'), 'utf8')).toBe(AUTH_SECRET);
  });

  test(
    'brings the pictures of a catalogue along, of one that waits to be published too',
    { tags: 'release' },
    async () => {
      const keys = await addCatalogPictures();
      const done = await back();
      expect([done.files, done.missingFiles]).toEqual([2, 0]);
      const { target } = await restore(done.backup);
      for (const key of keys)
        expect(await readFile(join(target.dataDir, 'files', key), 'utf8')).toBe(`content of ${key}`);
    },
  );

  test('begins again when a file goes that it has to bring along', { tags: 'release' }, async () => {
    const [going, staying] = [await addPicture(), await addPicture()];
    let begun = 0;
    const done = await back({
      to: {
        ...place,
        async begin(name) {
          const draft = await place.begin(name);
          return {
            ...draft,
            async write(file, content) {
              await draft.write(file, content);
              if (!file.startsWith('database') || begun++ > 0) return;
              await database.db
                .updateTable('profiles')
                .set({ avatar_key: null })
                .where('avatar_key', '=', going)
                .execute();
              await rm(join(source.env.dataDir, 'files', going));
            },
          };
        },
      },
    });
    expect([begun, done.files, done.missingFiles]).toEqual([2, 1, 0]);
    const { target } = await restore(done.backup);
    expect(await readdir(join(target.dataDir, 'files/uploads'))).toEqual([staying.replace('uploads/', '')]);
  });

  test('says which file was not there any more, and is made all the same', { tags: 'release' }, async () => {
    const key = await addPicture();
    await rm(join(source.env.dataDir, 'files', key));
    expect(await back()).toMatchObject({ files: 0, missingFiles: 1 });
  });

  test(
    'leaves nothing that looks whole when it fails, and the next one works',
    { tags: 'release' },
    async () => {
      const failing = {
        ...place,
        begin: async (name: string) => ({
          ...(await place.begin(name)),
          write: async (_file: string, content: AsyncIterable<Uint8Array>) => {
            for await (const _ of content) throw new Error('The disk is full.');
          },
        }),
      };
      await expect(back({ to: failing })).rejects.toThrow('The disk is full.');
      expect(await readdir(join(folder, 'backups'))).toEqual([]);
      expect((await back()).orders).toBe(0);
    },
  );

  test('goes after so many newer ones, and nothing else goes', { tags: 'release' }, async () => {
    await mkdir(join(folder, 'backups/fulgor-photos'), { recursive: true });
    const old = [1, 2, 3].map((day) => nameBackup(new Date(Date.UTC(2026, 0, day))));
    for (const name of old) await mkdir(join(folder, 'backups', name));
    const stuck = {
      ...place,
      remove: (name: string) => (name === old[0] ? Promise.reject(new Error('EACCES')) : place.remove(name)),
    };
    const first = await back({ keep: 3, to: stuck });
    expect(first.removed).toEqual([]);
    await rm(first.backup, { recursive: true });
    const { backup, removed } = await back({ keep: 2 });
    expect(removed).toEqual(old.slice(0, 2));
    expect(
      (await readdir(join(folder, 'backups'))).map((name) => join(folder, 'backups', name)).sort(),
    ).toEqual([join(folder, 'backups', old[2]!), backup, join(folder, 'backups/fulgor-photos')].sort());
  });
});

describe('a backup with a key', PATIENT, () => {
  test('shows nobody an address or the secret, and opens with that key alone', async () => {
    const open = await back();
    await sleep(1_100);
    const sealed = await back({ key: KEY });
    expect([open.encrypted, sealed.encrypted]).toEqual([false, true]);
    const names = await readdir(sealed.backup);
    expect(names.toSorted()).toEqual([
      expect.stringMatching(/^database\.(?:tar|dump)\.zst\.enc$/),
      'files.tar.zst.enc',
      'manifest.json',
    ]);
    expect(String(zstdDecompressSync(await readFile(join(open.backup, 'files.tar.zst'))))).toContain(
      AUTH_SECRET,
    );
    expect(() => zstdDecompressSync(readFileSync(join(sealed.backup, 'files.tar.zst.enc')))).toThrow();
    for (const name of names) {
      const content = await readFile(join(sealed.backup, name), 'latin1');
      for (const secret of [AUTH_SECRET, SOURCE_MARK, KEY]) expect(content).not.toContain(secret);
    }
    await expect(restore(sealed.backup)).rejects.toThrow('Este backup é cifrado: defina BACKUP_KEY');
    await expect(restore(sealed.backup, `${KEY}!`)).rejects.toThrow('não é a deste backup');
    await expect(restore(open.backup, KEY)).rejects.toThrow('Este backup não é cifrado');
    const { target } = await restore(sealed.backup, KEY);
    expect(await readPeople(target)).toContain(SOURCE_MARK);
  });

  test('is refused when its manifest was changed', async () => {
    const { backup } = await back({ key: KEY });
    const path = join(backup, 'manifest.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"orders": 0', '"orders": 7'));
    await expect(restore(backup, KEY)).rejects.toThrow('manifest.json foi alterado');
  });
});

// What was sold after the backup, the restored shop does not know.
describe('a restored shop', PATIENT, () => {
  test('holds every free key; the one that was backed up stays as it is', async () => {
    await addThreeKeys();
    const { backup } = await back();
    const { target, restored } = await restore(backup);
    expect(restored.heldKeys).toBe(2);
    expect(await openTarget(target, readKeys)).toEqual({ free: 0, held: 2 });
    expect(await readKeys(database)).toEqual({ free: 2, held: 0 });
  });

  test(
    'holds them too where its backup is of a release that knew no held keys',
    { tags: 'release' },
    async () => {
      await addThreeKeys();
      await database.executeSql(`alter table stock_keys drop column held_at;
      delete from schema_migrations where name = '${HELD_KEYS}'`);
      const { backup } = await back();
      const { target, restored } = await restore(backup);
      expect(restored.heldKeys).toBe(2);
      await openTarget(target, async (opened) => {
        expect(await migrate(opened)).toEqual([HELD_KEYS]);
        expect(await readKeys(opened)).toMatchObject({ free: 0, held: 2 });
      });
    },
  );
});

describe('a restore refuses', PATIENT, () => {
  test.each(process.env.RELEASE ? [null, KEY] : [KEY])(
    'a part that was cut or changed, and writes nothing (key: %s)',
    async (key) => {
      const { backup } = await back({ key });
      const [file = ''] = (await readdir(backup)).filter((name) => name.startsWith('database'));
      const whole = await readFile(join(backup, file));
      const target = await emptyTarget();
      const changed = Buffer.from(whole);
      changed[Math.floor(whole.length / 2)]! ^= 1;
      for (const [content, words] of [
        [whole.subarray(0, whole.length - 1000), /cortado/],
        [whole.subarray(0, 0), /cortado/],
        [changed, /alterado/],
        // Still well compressed: only the hash sees it.
        [Buffer.concat([whole, zstdCompressSync('')]), /alterado/],
      ] as const) {
        await writeFile(join(backup, file), content);
        await expect(restore(backup, key, target)).rejects.toThrow(words);
      }
      await rm(join(backup, file));
      await expect(restore(backup, key, target)).rejects.toThrow(`Falta ${file}`);
      expect(await readdir(target.dataDir).catch(() => [])).toEqual([]);
      await writeFile(join(backup, file), whole);
      await restore(backup, key, target);
    },
  );

  test('a folder that has something in it', async () => {
    const { backup } = await back();
    const target = await emptyTarget();
    await mkdir(target.dataDir);
    await writeFile(join(target.dataDir, 'auth-secret'), 'of another shop');
    await expect(restore(backup, null, target)).rejects.toThrow('não está vazia (tem auth-secret)');
    expect(await readdir(target.dataDir)).toEqual(['auth-secret']);
  });

  test.runIf(isPostgres)('a database that has tables', { tags: 'release' }, async () => {
    const { backup } = await back();
    const target = { ...(await emptyTarget()), databaseUrl: source.env.databaseDirectUrl };
    await expect(restore(backup, null, target)).rejects.toThrow('não está vazio');
  });

  test('the other kind of database', { tags: 'release' }, async () => {
    const { backup } = await back();
    const target = {
      ...(await emptyTarget()),
      databaseUrl: isPostgres ? null : 'postgres://nobody@127.0.0.1/x',
    };
    await expect(restore(backup, null, target)).rejects.toThrow('diga para qual');
  });

  test('a backup of a newer release', { tags: 'release' }, async () => {
    await database.executeSql(`insert into schema_migrations (name) values ('9999_of_tomorrow.sql')`);
    const { backup } = await back();
    await expect(restore(backup)).rejects.toThrow(
      'mais nova que este programa (não conhece 9999_of_tomorrow.sql)',
    );
  });

  test('a folder without a whole backup', { tags: 'release' }, async () => {
    await mkdir(join(folder, 'backups'));
    await expect(restore(join(folder, 'backups'))).rejects.toThrow('Não há um backup inteiro');
    const { backup } = await back();
    await truncate(join(backup, 'manifest.json'), 100);
    await expect(restore(backup)).rejects.toThrow('manifest.json está cortado');
  });
});

test(
  'a backup in a bucket is found by its name, read back and restored, and goes in its turn',
  { ...PATIENT, tags: 'release' },
  async () => {
    const server = await startS3Server();
    drops.push(() => server.close());
    const bucket = createS3Place(server.settings);
    const old = nameBackup(new Date(Date.UTC(2026, 0, 1)));
    const draft = await bucket.begin(old);
    expect(await bucket.list()).toEqual([]);
    await draft.finish('{}');
    // Two that end at the same moment are both found.
    const others = [2, 3].map((day) => nameBackup(new Date(Date.UTC(2026, 0, day))));
    const drafts = await Promise.all(others.map((name) => bucket.begin(name)));
    await Promise.all(drafts.map((each) => each.finish('{}')));
    expect(await bucket.list()).toEqual([old, ...others]);
    // A process was killed when the database lay there.
    const killed = await bucket.begin(nameBackup(new Date(Date.UTC(2026, 0, 4))));
    await killed.write('database.dump', Readable.from([Buffer.from('everything')]));
    const done = await back({ to: bucket, key: KEY, keep: 1 });
    expect((await listS3Keys(server.settings, 'backups/')).filter((key) => key.includes('20260104'))).toEqual(
      [],
    );
    expect(done.removed).toEqual([old, ...others]);
    expect(await bucket.read(old).manifest()).toBeNull();

    const { place, name } = await openBackup({ dataDir: folder, backupTo: null, s3: server.settings }, 's3');
    expect(`s3:${name}`).toBe(done.backup);
    const target = await emptyTarget();
    await restoreBackup(place.read(name), target, KEY);
    expect(await readPeople(target)).toContain(SOURCE_MARK);
  },
);

test(
  'each try is written down: where it is, or why there is none',
  { ...PATIENT, tags: 'release' },
  async () => {
    await makeRecordedBackup(source, place, { key: null, keep: null });
    const full = {
      ...place,
      begin: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    const quiet = { ...source, log: { ...source.log, error: () => {} } };
    await expect(makeRecordedBackup(quiet, full, { key: null, keep: null })).rejects.toThrow('full');
    const rows = await database.db.selectFrom('backups').selectAll().orderBy('id').execute();
    expect(rows).toEqual([
      expect.objectContaining({
        address: expect.stringContaining('fulgor-'),
        bytes: expect.any(Number),
        failure: null,
      }),
      expect.objectContaining({
        address: null,
        bytes: null,
        failure: 'Não há mais espaço no disco.',
      }),
    ]);
  },
);

test('the manifest says what is in it', PATIENT, async () => {
  const { backup } = await back();
  const { manifest } = readManifest(await readFile(join(backup, 'manifest.json'), 'utf8'), null);
  expect(manifest).toMatchObject({
    name: backup.split('/').at(-1),
    database: isPostgres ? 'postgres' : 'embedded',
    counts: { users: 1, orders: 0, charges: 0, refunds: 0, collection: 0, paidCents: 0 },
    files: { kept: 'here', bucket: null, count: 0, missing: [] },
  });
  expect(manifest.migrations).toEqual(migrationNames());
});
