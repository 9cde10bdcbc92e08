import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#test/database.ts';
import { applyMigrations, type MigrationLimits } from './apply-migrations.server.ts';

const onServer = process.env.TEST_DATABASE === 'postgres';
const LIMITS: MigrationLimits = { lockMs: 50, tries: 2, pauseMs: 10, statementMs: 60_000 };

const TABLE = {
  name: '0018_table.sql',
  text: 'create table notes (text text); create table old (a int); create index gone on old (a);',
};
const INDEX = {
  name: '0019_index.concurrent.sql',
  text: '-- Why; and how.\ncreate unique index concurrently notes_text on notes (text);\ndrop index concurrently gone;',
};

let database: TestDatabase;
let holder: pg.Client | undefined;
beforeEach(async () => {
  database = await createEmptyTestDatabase();
});
afterEach(async () => {
  await holder?.end();
  holder = undefined;
  await database.close();
});

async function indexes() {
  const { rows } = await database.executeSql(
    `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'notes'::regclass`,
  );
  return rows;
}

test('a concurrent file runs outside of a transaction, and builds an index once', async () => {
  expect(await applyMigrations(database, [TABLE, INDEX])).toEqual([TABLE.name, INDEX.name]);
  expect(await indexes()).toEqual([{ name: 'notes_text', valid: true }]);
  expect(await applyMigrations(database, [TABLE, INDEX])).toEqual([]);
  // As after a process that was ended between the two.
  await database.executeSql(`delete from schema_migrations where name = '${INDEX.name}'`);
  expect(await applyMigrations(database, [TABLE, INDEX])).toEqual([INDEX.name]);
});

test('an index that was left invalid is dropped and built again', async () => {
  await applyMigrations(database, [TABLE]);
  await database.executeSql(`insert into notes values ('twice'), ('twice')`);
  await expect(applyMigrations(database, [TABLE, INDEX])).rejects.toThrow(/notes_text/);
  expect(await indexes()).toEqual([{ name: 'notes_text', valid: false }]);
  await database.executeSql('delete from notes');
  expect(await applyMigrations(database, [TABLE, INDEX])).toEqual([INDEX.name]);
  expect(await indexes()).toEqual([{ name: 'notes_text', valid: true }]);
});

test('a file that fails leaves nothing of itself, and the files before it stay', async () => {
  const broken = { name: '0019_broken.sql', text: 'create table half (a int); select 1 / 0;' };
  await expect(applyMigrations(database, [TABLE, broken])).rejects.toThrow(/zero/);
  const { rows } = await database.executeSql(
    `select name, to_regclass('half') as half from schema_migrations`,
  );
  expect(rows).toEqual([{ name: TABLE.name, half: null }]);
});

test.skipIf(!onServer)('a statement has its limit, but for a file that needs a stop', async () => {
  const limits = { ...LIMITS, statementMs: 50 };
  const slow = (head: string) => [{ name: '0018_slow.sql', text: `${head}\nselect pg_sleep(0.3);` }];
  await expect(applyMigrations(database, slow('-- Why.'), limits)).rejects.toThrow(/statement timeout/);
  expect(await applyMigrations(database, slow('-- Needs a stop. Why.'), limits)).toEqual(['0018_slow.sql']);
});

test.skipIf(!onServer)(
  'who waits for another process says that it takes long, and so does who has much to do',
  async () => {
    let told = 0;
    const onLong = () => void told++;
    await applyMigrations(database, [TABLE], LIMITS, { onLong });
    expect(told).toBe(0);
    holder = new pg.Client({ connectionString: database.url ?? '' });
    await holder.connect();
    await holder.query('select pg_advisory_lock(7305410112)');
    const waiting = applyMigrations(database, [TABLE], LIMITS, { onLong });
    await expect.poll(() => told).toBe(1);
    await holder.end();
    await waiting;
    await applyMigrations(database, [TABLE, INDEX], LIMITS, { onLong });
    expect(told).toBe(2);
  },
);

test('two processes that start at once do not wait for each other for ever', async () => {
  const applied = await Promise.all([1, 2].map(() => applyMigrations(database, [TABLE, INDEX])));
  expect(applied.flat()).toEqual([TABLE.name, INDEX.name]);
});

const ALTER = { name: '0020_column.sql', text: 'alter table notes add column at timestamptz;' };

async function holdTable(): Promise<void> {
  holder = new pg.Client({ connectionString: database.url ?? '' });
  await holder.connect();
  await holder.query('begin; lock table notes in access share mode');
}

test.runIf(onServer)('a lock that is not had soon is given up, so that the shop can go on', async () => {
  await applyMigrations(database, [TABLE]);
  await holdTable();
  await expect(applyMigrations(database, [TABLE, ALTER], LIMITS)).rejects.toThrow(/0020_column.*no lock/);
  const { rows } = await database.executeSql('select name from schema_migrations');
  expect(rows).toEqual([{ name: TABLE.name }]);
});

test.runIf(onServer)('a lock that is free at a later try is taken', async () => {
  await applyMigrations(database, [TABLE]);
  await holdTable();
  const applying = applyMigrations(database, [TABLE, ALTER], { ...LIMITS, tries: 1_000 });
  const waits = `select count(*) from pg_locks where relation = 'notes'::regclass and not granted`;
  await expect.poll(async () => (await database.executeSql(waits)).rows).toEqual([{ count: 1 }]);
  await holder?.query('rollback');
  expect(await applying).toEqual([ALTER.name]);
});
