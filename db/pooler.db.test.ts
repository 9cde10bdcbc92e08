import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { startBalancer } from '#test/providers/balancer.ts';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '#test/pgbouncer.ts';
import { openDatabase, type DatabaseHandle } from './client.server.ts';

const canRun = process.env.TEST_DATABASE === 'postgres' && hasPgBouncer;
const testPooled = test.runIf(canRun);

let real: TestDatabase;
let pooler: PgBouncer;
let database: DatabaseHandle;

beforeAll(async () => {
  if (!canRun) return;
  real = await createTestDatabase();
  pooler = await startPgBouncer(real.url!, 2);
  database = await openDatabase({ url: pooler.through(real.url!), directUrl: real.url! });
});
afterAll(async () => {
  if (!canRun) return;
  await database.close();
  await pooler.stop();
  await real.close();
});

const pidOf = sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(${0.003}::float8)`;

testPooled(
  'ten connections share two of the server, and a statement that repeats needs none of them for itself (PgBouncer)',
  async () => {
    const pids = new Set<number>();
    for (let round = 0; round < 4; round++) {
      const asked = await Promise.all(Array.from({ length: 10 }, () => pidOf.execute(database.db)));
      for (const { rows } of asked) pids.add(rows[0]!.pid);
    }
    expect(pids.size).toBe(2);
  },
);

testPooled('a transaction has one connection of the server from begin to end (PgBouncer)', async () => {
  const seen = await Promise.all(
    Array.from({ length: 6 }, () =>
      database.transaction(async (tx) => {
        await sql`set local lock_timeout = 1234`.execute(tx);
        const first = await pidOf.execute(tx);
        const { rows } = await sql<{ pid: number; limit: string }>`select pg_backend_pid() as pid,
          current_setting('lock_timeout') as limit`.execute(tx);
        return [first.rows[0]!.pid === rows[0]!.pid, rows[0]!.limit];
      }),
    ),
  );
  expect(seen).toEqual(seen.map(() => [true, '1234ms']));
});

testPooled(
  "the server's limits are the pooler's, and what needs a session passes it by (PgBouncer)",
  async () => {
    const { rows } = await sql<{
      limit: string;
    }>`select current_setting('statement_timeout') as limit`.execute(database.db);
    expect(rows).toEqual([{ limit: '9s' }]);

    const session = await database.openSession();
    await session.execute('set lock_timeout = 4321');
    expect((await session.execute('show lock_timeout')).rows).toEqual([{ lock_timeout: '4321ms' }]);
    await session.close();

    const heard: string[] = [];
    const stop = await database.listen(
      'through',
      (payload) => heard.push(payload),
      () => {},
    );
    await sql`select pg_notify('through', 'hello')`.execute(database.db);
    await expect.poll(() => heard).toEqual(['hello']);
    await stop();

    const led: string[] = [];
    const duties = (name: string) => ({
      start: async () => void led.push(`${name} starts`),
      stop: async () => void led.push(`${name} stops`),
    });
    const first = await database.electLeader(99, duties('first'), () => {});
    await expect.poll(() => led).toEqual(['first starts']);
    const second = await real.electLeader(99, duties('second'), () => {});
    await first.resign();
    await expect.poll(() => led).toEqual(['first starts', 'first stops', 'second starts']);
    await second.resign();
  },
);

testPooled('a pooler that loses its server costs a statement, and not the next one (PgBouncer)', async () => {
  await pidOf.execute(database.db);
  await real.executeSql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'fulgor'
       and backend_type = 'client backend'`,
  );
  await expect
    .poll(async () => (await pidOf.execute(database.db).catch(() => null))?.rows.length ?? 0)
    .toBe(1);
});

testPooled(
  'while a pooler has no server, all wait for it to come back and none is refused (PgBouncer)',
  async () => {
    const balancer = await startBalancer(real.url!);
    const behind = await startPgBouncer(balancer.before(real.url!), 2);
    const shop = await openDatabase({ url: behind.through(real.url!), directUrl: real.url! });
    await pidOf.execute(shop.db);
    balancer.leadTo(null);
    const looksAgain = async () => {
      const before = balancer.connections();
      await expect.poll(() => balancer.connections(), { timeout: 5_000 }).toBeGreaterThan(before + 1);
    };
    // Its first question waits in the pooler; once that has looked in vain, it refuses who comes.
    const outcomes = [pidOf.execute(shop.db)];
    await looksAgain();
    outcomes.push(...Array.from({ length: 30 }, () => pidOf.execute(shop.db)));
    const all = Promise.allSettled(outcomes);
    await looksAgain();
    balancer.leadTo(real.url!);
    expect(new Set((await all).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
    await shop.close();
    await behind.stop();
    await balancer.close();
  },
);
