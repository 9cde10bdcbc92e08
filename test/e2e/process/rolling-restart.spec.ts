import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { keepAsking } from '../keep-asking.ts';
import {
  createPostgresDatabase,
  expect,
  startShop,
  startStockedShop,
  test,
  type RunningShop,
} from '../shop.ts';
import { logged, openConnectionTo, openStream } from '../worker-connection.ts';

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements);
  await client.end();
}

const pidsStarted = (shop: RunningShop) => logged(shop, 'shop.started').map(({ pid }) => pid);

test(
  'a rolling restart under load loses no request, and streams are told to come back',
  { tag: '@release' },
  async ({ catalogServer }) => {
    test.setTimeout(120_000);
    const shop = await startStockedShop('postgres', { WORKERS: '2', CATALOG_URL: catalogServer.url });
    const line = await openConnectionTo(shop, 1);
    const { headers } = await line('/api/auth/sign-up/email', {
      json: { email: `${randomUUID()}@exemplo.com`, password: 'segredo1', name: 'Bruna' },
    });
    const cookie = (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    const streams = [await openStream(shop, cookie), await openStream(shop, cookie)];
    expect(new Set(streams.map(({ worker }) => worker))).toEqual(new Set([1, 2]));
    const old = pidsStarted(shop);
    expect(old).toHaveLength(2);

    const visitors = keepAsking(shop.url, 8);
    await expect.poll(visitors.answered).toBeGreaterThan(50);
    process.kill(shop.pid, 'SIGHUP');
    const stopped = () => logged(shop, 'shop.stopped').map(({ pid }) => pid);
    await expect.poll(() => stopped().length, { timeout: 60_000 }).toBe(2);
    const before = visitors.answered();
    await expect.poll(visitors.answered).toBeGreaterThan(before + 50);
    await visitors.leave();

    expect(visitors.troubles).toEqual([]);
    expect(new Set(stopped())).toEqual(new Set(old));
    expect(new Set(pidsStarted(shop)).size).toBe(4);
    for (const stream of streams) {
      expect(stream.hasEnded()).toBe(true);
      expect(stream.text()).toBe('retry: 3000\n\n');
    }
    // Sessions are the database's: the new processes know them.
    const again = await openConnectionTo(shop, 2);
    expect((await again('/api/orders', { headers: { cookie } })).status).toBe(200);

    const [, , victim] = pidsStarted(shop);
    process.kill(victim ?? 0, 'SIGKILL');
    await expect.poll(() => pidsStarted(shop).length, { timeout: 30_000 }).toBe(5);
    expect(logged(shop, 'worker.ended')).toMatchObject([{ pid: victim }]);
    for (const worker of [1, 2]) {
      const line = await openConnectionTo(shop, worker);
      expect((await line('/readyz')).status).toBe(200);
    }
    expect(await shop.stop()).toBe(0);
  },
);

test(
  'a new process that cannot start leaves the old ones serving, and a dead one is tried again until it can',
  { tag: '@release' },
  async ({ catalogServer }) => {
    const url = await createPostgresDatabase();
    const shop = await startShop('embedded', {
      WORKERS: '2',
      DATABASE_URL: url,
      CATALOG_URL: catalogServer.url,
    });
    const old = pidsStarted(shop);
    // A start migrates first. What serves already never looks here.
    await run(url, 'alter table schema_migrations rename to mislaid');

    process.kill(shop.pid, 'SIGHUP');
    await expect.poll(() => logged(shop, 'workers.rolled').length, { timeout: 30_000 }).toBe(1);
    expect(logged(shop, 'workers.roll_failed')).toMatchObject([{ worker: 1 }]);
    expect(logged(shop, 'shop.stopping')).toEqual([]);
    for (const worker of [1, 2]) await openConnectionTo(shop, worker);

    process.kill(old[1] ?? 0, 'SIGKILL');
    await expect
      .poll(() => logged(shop, 'worker.start_failed').length, { timeout: 30_000 })
      .toBeGreaterThan(1);
    const survivor = await openConnectionTo(shop, 1);
    expect((await survivor('/loja')).status).toBe(200);
    await run(url, 'drop table schema_migrations; alter table mislaid rename to schema_migrations');
    await expect.poll(() => pidsStarted(shop).length, { timeout: 40_000 }).toBe(3);
    await openConnectionTo(shop, 2);
    expect(await shop.stop()).toBe(0);
  },
);

for (const workers of ['1', '2']) {
  test(
    `SIGTERM under load with WORKERS=${workers} answers every request on an open line, and ends`,
    { tag: workers === '1' ? [] : '@release' },
    async ({ catalogServer }) => {
      const shop = await startStockedShop('postgres', { WORKERS: workers, CATALOG_URL: catalogServer.url });
      const visitors = keepAsking(shop.url, 8);
      await expect.poll(visitors.answered).toBeGreaterThan(50);
      expect(await shop.stop()).toBe(0);
      await visitors.leave();
      expect(visitors.troubles.length).toBeGreaterThan(0);
      expect(visitors.troubles.filter(({ wasOpen }) => wasOpen)).toEqual([]);
      expect(logged(shop, 'shop.stop_forced')).toEqual([]);
    },
  );
}
