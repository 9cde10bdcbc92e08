import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#test/database.ts';
import { openDatabase, type DatabaseHandle } from './client.server.ts';

// The embedded database's own calls know no names.
const onServer = process.env.TEST_DATABASE === 'postgres';

let made: TestDatabase;
let database: DatabaseHandle;
beforeAll(async () => {
  if (!onServer) return;
  made = await createEmptyTestDatabase();
  await made.executeSql('create table prices (id int primary key, cents int)');
  database = await openDatabase({ url: made.url!, maxConnections: 1 });
});
afterAll(async () => {
  if (!onServer) return;
  await database.close();
  await made.close();
});

const readCents = (id: number) =>
  sql<{ cents: number }>`select cents from prices where id = ${id}`.execute(database.db);

async function readNamed(): Promise<unknown[]> {
  const { rows } = await database.executeSql(
    'select statement, generic_plans + custom_plans as uses from pg_prepared_statements',
  );
  return rows;
}

test.runIf(onServer)('a statement that repeats is parsed once, not each time', async () => {
  for (let id = 1; id <= 100; id++) await readCents(id);
  for (let length = 1; length <= 100; length++) {
    await sql`select cents from prices where id in (${sql.join(Array(length).fill(1))})`.execute(database.db);
  }
  await database.transaction(async (tx) => {
    await sql`select id from prices where id = ${1}`.execute(tx);
  });
  const named = await readNamed();
  expect(named).toEqual([{ statement: 'select cents from prices where id = $1', uses: expect.any(Number) }]);
  expect((named[0] as { uses: number }).uses).toBeGreaterThan(80);
});

test.runIf(onServer)('a column whose type changes costs each connection one statement', async () => {
  for (let id = 1; id <= 20; id++) await readCents(id);
  await made.executeSql('insert into prices values (1, 1500)');
  await made.executeSql('alter table prices alter cents type bigint');
  const inTransaction = database.transaction(async (tx) => {
    await sql`select cents from prices where id = ${1}`.execute(tx);
  });
  await expect(inTransaction).rejects.toMatchObject({ code: '0A000' });
  expect((await readCents(1)).rows).toEqual([{ cents: 1500 }]);
});
