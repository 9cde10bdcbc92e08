import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { startSilentProxy, type SilentProxy } from '#test/providers/silent-proxy.ts';
import { listenOnPostgres } from './listen.server.ts';
import { openDatabase, type DatabaseHandle } from './client.server.ts';

const TIMEOUTS = { connectMs: 300, queryMs: 400, heartbeatMs: 100 };

// The embedded database is the process itself: it cannot fall silent alone.
const onServer = process.env.TEST_DATABASE === 'postgres';

let real: TestDatabase;
let proxy: SilentProxy;
let database: DatabaseHandle;

beforeAll(async () => {
  if (!onServer) return;
  real = await createTestDatabase();
  const url = new URL(real.url!);
  proxy = await startSilentProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  database = await openDatabase({ url: url.href, maxConnections: 3, timeouts: TIMEOUTS });
});
beforeEach(() => proxy?.speak());
afterAll(async () => {
  if (!onServer) return;
  proxy.speak();
  await database.close();
  await proxy.close();
  await real.close();
});

const one = () => sql<{ one: number }>`select 1 as one`.execute(database.db);

// shows: threat 60
test.runIf(onServer)(
  'every query to a database that has fallen silent fails in time, and it heals by itself',
  async () => {
    await one();
    proxy.fallSilent();
    const asked = await Promise.allSettled([
      // More than there are connections: those in front, and those who wait for one.
      ...Array.from({ length: 8 }, one),
      database.transaction(async (tx) => {
        await sql`select 1`.execute(tx);
      }),
      database.executeSql('select 1'),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    // Those that never answered are thrown away: what the server says later belongs to nobody.
    await expect.poll(() => proxy.openCount()).toBe(0);
    proxy.speak();
    await expect.poll(async () => (await one().catch(() => null))?.rows).toEqual([{ one: 1 }]);
  },
);

// shows: threat 83
test.runIf(onServer)(
  'a silent database is waited for once: whoever asks right after it is told at once',
  { tags: 'release' },
  async () => {
    const url = new URL(real.url!);
    url.port = String(proxy.port);
    // Its statements may take a day: what ends the wait is that nothing else answers there.
    const patient = await openDatabase({ url: url.href, timeouts: { ...TIMEOUTS, queryMs: 86_400_000 } });
    try {
      const ask = () => sql`select 1`.execute(patient.db);
      await ask();
      proxy.fallSilent();
      await expect(ask()).rejects.toThrow(/timeout/i);
      const knocks = proxy.knocks();
      for (let n = 0; n < 5; n++) await expect(ask()).rejects.toThrow('silent a moment ago');
      expect(proxy.knocks()).toBe(knocks);
      proxy.speak();
      await expect
        .poll(
          () =>
            ask().then(
              () => 'healed',
              () => null,
            ),
          { timeout: 10_000 },
        )
        .toBe('healed');
    } finally {
      proxy.speak();
      await patient.close();
    }
  },
);

test.runIf(onServer)(
  'a transaction that loses its voice half-way costs itself and nothing else',
  { tags: 'release' },
  async () => {
    await sql`create table said (word text)`.execute(database.db);
    const lost = database.transaction(async (tx) => {
      await sql`insert into said values ('never')`.execute(tx);
      proxy.fallSilent();
      await sql`insert into said values ('never again')`.execute(tx);
    });
    await expect(lost).rejects.toThrow(/timeout/i);
    proxy.speak();
    await expect
      .poll(() =>
        sql`select * from said`.execute(database.db).then(
          ({ rows }) => rows,
          () => null,
        ),
      )
      .toEqual([]);
  },
);

// shows: threat 60
test.runIf(onServer)('a listener that has gone deaf notices, tells so, and hears again', async () => {
  const heard: string[] = [];
  let gaps = 0;
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  const { hostname, port } = new URL(real.url!);
  // Of its own: the pool keeps connections that nobody asks anything.
  const ear = await startSilentProxy({ host: hostname, port: Number(port) });
  const url = Object.assign(new URL(real.url!), { port: String(ear.port) });
  const listener = await listenOnPostgres(url.href, 'deaf', {
    onPayload: (payload) => heard.push(payload),
    onReconnect: () => gaps++,
    timeouts: TIMEOUTS,
  });
  const say = (word: string) => sql`select pg_notify('deaf', ${word})`.execute(real.db);
  await say('before');
  await expect.poll(() => heard).toEqual(['before']);
  ear.fallSilent();
  await expect.poll(() => ear.openCount()).toBe(0);
  await say('meanwhile');
  ear.speak();
  await expect.poll(() => gaps).toBe(1);
  await say('after');
  await expect.poll(() => heard).toEqual(['before', 'after']);
  await listener.stop();
  await ear.close();
  // As from pg, that a connection is asked before it has answered.
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test.runIf(onServer)(
  'a server that is merely slow ends the statement itself, and in a session one may take its time',
  async () => {
    const { rows } = await database.executeSql('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '9s' }]);
    const slow = 'select pg_sleep(0.6)';
    await expect(database.executeSql(slow)).rejects.toThrow(/timeout/i);
    const session = await database.openSession();
    await session.execute(slow);
    await session.close();
  },
);
