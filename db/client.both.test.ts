import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.executeSql(
    'create table notes (id bigint generated always as identity primary key, text text)',
  );
});
afterAll(() => database.close());

const insert = (text: string) => sql`insert into notes (text) values (${text})`;
async function texts(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from notes order by id`.execute(database.db);
  return rows.map((row) => row.text);
}

// shows: threat F2
test('a query outside the open transaction throws instead of hanging or escaping it', async () => {
  await expect(
    database.transaction(async (tx) => {
      await insert('never').execute(tx);
      await insert('outside').execute(database.db);
    }),
  ).rejects.toThrow('outside the open transaction');
  expect(await texts()).toEqual([]);
});

// shows: threat F3
test('nobody opens a transaction that the guard does not see', () => {
  expect(() => database.db.transaction()).toThrow('ctx.transaction');
});

test('queries of others wait for an open transaction and never run inside it', async () => {
  const order: string[] = [];
  let other: Promise<unknown> = Promise.resolve();
  const begun = Promise.withResolvers<void>();
  const transaction = database
    .transaction(async (tx) => {
      await insert('rolled back').execute(tx);
      begun.resolve();
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push('rollback');
      throw new Error('undo');
    })
    .catch(() => {});
  await begun.promise;
  other = insert('kept')
    .execute(database.db)
    .then(() => order.push('kept'));
  await Promise.all([transaction, other]);
  expect(await texts()).toEqual(['kept']);
  if (database.kind === 'embedded') expect(order).toEqual(['rollback', 'kept']);
});

// shows: threat F6
test('bigint and count(*) are numbers on both databases', async () => {
  const { rows } = await sql<{ id: unknown; count: unknown }>`
    select max(id) as id, count(*) as count from notes`.execute(database.db);
  expect(typeof rows[0]?.id).toBe('number');
  expect(rows[0]?.count).toBe(1);
});

test('an update says how many rows it touched', async () => {
  const result = await sql`update notes set text = 'changed'`.execute(database.db);
  expect(result.numAffectedRows).toBe(1n);
});

const TIMES = [1, 2, 3, 4, 5, 6, 7, 8];

test('a statement that comes back answers as it did the first time, for values of every kind', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const bytes = new Uint8Array([0, 127, 255]);
  for (const n of TIMES) {
    const text = n % 2 ? `ação ${n}` : null;
    const { rows } = await sql`
      select ${text}::text as text, ${n}::int as int, ${n}::bigint as bigint, ${at}::timestamptz as at,
        ${n % 2 === 0}::boolean as yes, ${JSON.stringify({ n })}::jsonb as json, ${bytes}::bytea as bytes,
        ${['a', `b,"${n}"`]}::text[] as list
      from generate_series(1, ${n}::int)`.execute(database.db);
    expect(rows).toHaveLength(n);
    const { bytes: found, ...rest } = rows[0] as { bytes: Uint8Array };
    expect(rest).toEqual({
      text,
      int: n,
      bigint: n,
      at,
      yes: n % 2 === 0,
      json: { n },
      list: ['a', `b,"${n}"`],
    });
    expect([...found]).toEqual([...bytes]);
  }
});

test('a statement that comes back says each time how many rows it touched, and why it was refused', async () => {
  await database.executeSql('create table once (id int primary key)');
  const insertOnce = (id: number) => sql`insert into once (id) values (${id})`;
  for (const n of TIMES) {
    expect((await insertOnce(n).execute(database.db)).numAffectedRows).toBe(1n);
    await expect(insertOnce(n).execute(database.db)).rejects.toMatchObject({
      code: '23505',
      constraint: 'once_pkey',
    });
    const undone = database.transaction(async (tx) => {
      await insertOnce(100 + n).execute(tx);
      await insertOnce(n).execute(tx);
    });
    await expect(undone).rejects.toMatchObject({ code: '23505' });
  }
  const { rows } = await sql`select id from once where id > ${0} order by id`.execute(database.db);
  expect(rows).toEqual(TIMES.map((id) => ({ id })));
});

test('a statement that cannot be understood yet is, once its table is there', async () => {
  const count = () => sql`select count(*) as n from later where id >= ${0}`.execute(database.db);
  for (const _ of TIMES) await expect(count()).rejects.toMatchObject({ code: '42P01' });
  await database.executeSql('create table later (id int)');
  for (const _ of TIMES) expect((await count()).rows).toEqual([{ n: 0 }]);
});

test('several statements in one message are one transaction', async () => {
  await expect(
    database.executeSql(`insert into notes (text) values ('half'); insert into nowhere values (1);`),
  ).rejects.toThrow();
  expect(await texts()).toEqual(['changed']);
});

// pg-boss writes its own this way, on the connection that pages get next.
test('a text that begins a transaction and fails leaves it to nobody', async () => {
  const begin = (last: string) =>
    database.executeSql(`begin; insert into notes (text) values ('kept by ${last}'); ${last}; commit`);
  await expect(begin('select 1 / 0')).rejects.toThrow('division by zero');
  await begin('select 1');
  for (const _ of TIMES) expect(await texts()).toEqual(['changed', 'kept by select 1']);
  await sql`delete from notes where text like 'kept%'`.execute(database.db);
});

test('a transaction whose statement failed does not pass for committed', async () => {
  const before = await texts();
  const swallowed = database.transaction(async (tx) => {
    await insert('lost').execute(tx);
    await sql`select 1 / 0`.execute(tx).catch(() => {});
  });
  await expect(swallowed).rejects.toThrow();
  expect(await texts()).toEqual(before);
});

test('a rule that is checked at commit says which one, without the value', async () => {
  await database.executeSql(
    'create table late (name text, constraint late_name unique (name) deferrable initially deferred)',
  );
  const error = await database
    .transaction(async (tx) => {
      for (const _ of [1, 2]) await sql`insert into late (name) values (${'Bruna'})`.execute(tx);
    })
    .catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({ code: '23505', constraint: 'late_name' });
  expect(JSON.stringify({ ...(error as Error) }) + (error as Error).message).not.toContain('Bruna');
});

test('a transaction on a database that is closed fails instead of waiting', async () => {
  const closed = await createEmptyTestDatabase();
  await closed.close();
  await expect(closed.transaction((tx) => sql`select 1`.execute(tx))).rejects.toThrow();
});

test('a database is closed once, also while a statement is under way', async () => {
  const closed = await createEmptyTestDatabase();
  const asked = closed.executeSql('select pg_sleep(0.2)');
  await closed.close();
  expect((await asked).rows).toHaveLength(1);
});

test('a notification inside a transaction is heard at commit and not after a rollback', async () => {
  const heard: string[] = [];
  await database.listen(
    'test_channel',
    (payload) => heard.push(payload),
    () => {},
  );
  const notify = (payload: string) => sql`select pg_notify('test_channel', ${payload})`;
  const undone = database.transaction(async (tx) => {
    await notify('undone').execute(tx);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await database.transaction((tx) => notify('done').execute(tx));
  await expect.poll(() => heard).toEqual(['done']);
});

// The embedded database has no connection that could drop; its loss is the process's.
// shows: threat F1
test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a connection that drops in the middle of a transaction costs that transaction and nothing else',
  async () => {
    const before = await texts();
    const operator = new pg.Client({ connectionString: database.url ?? '' });
    await operator.connect();
    const lost = database.transaction(async (tx) => {
      await insert('lost').execute(tx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await operator.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // Nothing is under way on it when the news arrive: nobody but a listener could take them.
      await new Promise((done) => setTimeout(done, 300));
      await insert('lost too').execute(tx);
    });
    await expect(lost).rejects.toThrow(/not queryable|terminat/i);
    expect(await texts()).toEqual(before);
    await operator.end();
  },
);
