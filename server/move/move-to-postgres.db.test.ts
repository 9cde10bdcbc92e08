import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type DatabaseHandle } from '#db/client.server.ts';
import { migrate, migrationNames } from '#db/migrate.server.ts';
import { fillShop } from '../../bench/fill-shop.ts';
import { createServerDatabase, dropServerDatabase } from '#test/database.ts';
import { createLog } from '../config/log.ts';
import { createJobRunner } from '../workers/jobs.ts';
import { listTables } from './list-tables.ts';
import { measureTable, SAME_TEXT } from './measure-table.ts';
import { moveToPostgres } from './move-to-postgres.ts';

/** With more than a thousand items: they are copied in several pieces. */
const ORDERS = 500;
const log = createLog({ level: 'error' });

describe.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a move to PostgreSQL',
  { tags: 'release', timeout: 120_000 },
  () => {
    let folder: string;
    let source: DatabaseHandle;
    let target: DatabaseHandle;
    let drop: () => Promise<void>;

    // One pair for all: what is refused leaves nothing, so the next test begins as the first.
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'fulgor-move-'));
      source = await openDatabase({ directory: join(folder, 'db') });
      await migrate(source);
      const runner = createJobRunner(source, log);
      await runner.prepare();
      await source.transaction((tx) =>
        runner.enqueue(tx, { name: 'mail-message', data: { messageId: randomUUID() } }),
      );
      await runner.stop();
      await fill(source);
      const { name, url } = await createServerDatabase('template1');
      drop = () => dropServerDatabase(name);
      target = await openDatabase({ url, maxConnections: 2 });
    }, 120_000);
    afterAll(async () => {
      await source.close();
      await target.close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    });

    test('waits until the shop has brought its database to this release', async () => {
      await source.executeSql(
        `update schema_migrations set name = '9999_of_tomorrow.sql' where name = '${migrationNames().at(-1)}'`,
      );
      await expect(moveToPostgres(source, target, log)).rejects.toThrow('atualize o programa primeiro');
      await source.executeSql(`delete from schema_migrations where name like '9999%'`);
      await expect(moveToPostgres(source, target, log)).rejects.toThrow(
        'inicie a loja uma vez com este programa',
      );
      const { rows } = await target.executeSql(`select to_regclass('users') as users`);
      expect(rows).toEqual([{ users: null }]);
      await source.executeSql(`insert into schema_migrations (name) values ('${migrationNames().at(-1)}')`);
    });

    test('is refused when a row does not arrive as it was, and nothing of it stays', async () => {
      const changing: DatabaseHandle = {
        ...target,
        async openSession() {
          const session = await target.openSession();
          return {
            ...session,
            execute: async (text, values) => {
              const result = await session.execute(text, values);
              if (text.includes('into public.charges')) {
                await session.execute('update public.charges set paid_amount_cents = paid_amount_cents + 1');
              }
              return result;
            },
          };
        },
      };
      await expect(moveToPostgres(source, changing, log)).rejects.toThrow(
        'A tabela public.charges não chegou igual',
      );
      const { rows } = await target.executeSql('select count(*) as users from users');
      expect(rows).toEqual([{ users: 0 }]);
    });

    test('brings every row of every table, and leaves the embedded database as it was', async () => {
      const before = await measureAll(source);
      const moved = await moveToPostgres(source, target, log);
      expect(moved.waitingJobs).toBe(1);
      const paid = await source.db
        .selectFrom('charges')
        .select((eb) => eb.fn.sum<string>('paid_amount_cents').as('cents'))
        .executeTakeFirstOrThrow();
      expect(Number(paid.cents)).toBeGreaterThan(0);
      expect(moved.tables['public.charges']?.cents.paid_amount_cents).toBe(Number(paid.cents));
      expect(moved.tables['public.orders']?.rows).toBe(ORDERS);
      const after = await measureAll(target);
      expect(after).toEqual(before);
      expect(await measureAll(source)).toEqual(before);
      expect(Object.keys(after).length).toBeGreaterThan(40);
    });

    test('keeps values to their last digit and byte', async () => {
      const read = async (database: DatabaseHandle) => {
        const { rows: people } = await sql`
        select name, (created_at at time zone 'UTC')::text as at from users where email like 'odd-%' order by email`.execute(
          database.db,
        );
        const { rows: jobs } = await sql`
        select data::text, output::text from jobs.job where name = 'mail-message'`.execute(database.db);
        return { people, jobs };
      };
      const arrived = await read(target);
      expect(arrived).toEqual(await read(source));
      expect(arrived.people[0]).toEqual({ name: ODD, at: '2026-03-01 02:59:59.123456' });
      expect(arrived.jobs).toEqual([{ data: '{"a": 1.10, "b": [null, "ç"]}', output: 'null' }]);
    });

    test('the next rows get the next numbers, and the rules of the tables hold again', async () => {
      const next = (database: DatabaseHandle) =>
        sql<{ id: number }>`insert into audit_log (at, action, actor_user_id, subject_type, subject_id)
        values (now(), 'x', null, 'x', 'x') returning id`
          .execute(database.db)
          .then(({ rows }) => rows[0]?.id);
      expect(await next(target)).toBe(await next(source));
      await expect(target.executeSql(`update audit_log set action = 'y'`)).rejects.toThrow();
      await expect(
        target.executeSql(`insert into profiles (id) values ('${randomUUID()}')`),
      ).rejects.toThrow();
    });
  },
);

/** What is lost where a value is not written as PostgreSQL reads it. */
const ODD = `aspas " ' \\ {} , NULL \n\t ção 🦊`;

async function fill(database: DatabaseHandle): Promise<void> {
  await fillShop((text) => database.executeSql(text), ORDERS);
  const odd = [ODD, '', 'NULL', '{"a","b"}'];
  await database.db
    .insertInto('users')
    .values(odd.map((name, at) => ({ id: randomUUID(), name, email: `odd-${at}@exemplo.com`, image: null })))
    .execute();
  await database.executeSql(`
    update users set created_at = '2026-02-28 23:59:59.123456-03' where email like 'odd-%';
    update jobs.job set data = '{"a": 1.10, "b": [null, "\\u00e7"]}', output = 'null' where name = 'mail-message'`);
}

async function measureAll(database: DatabaseHandle): Promise<Record<string, unknown>> {
  const session = await database.openSession();
  try {
    await session.execute(SAME_TEXT);
    const measured: Record<string, unknown> = {};
    for (const table of await listTables(session)) measured[table.name] = await measureTable(session, table);
    return measured;
  } finally {
    await session.close();
  }
}
