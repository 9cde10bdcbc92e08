import { randomUUID } from 'node:crypto';
import { keepAsking } from './keep-asking.ts';
import { expect, startShop, test, type RunningShop } from './shop.ts';
import { logged, openLineTo, openStream } from './worker-line.ts';

const pidsStarted = (shop: RunningShop) => logged(shop, 'shop.started').map(({ pid }) => pid);

test('a rolling restart under load loses no request, and streams are told to come back', async ({
  catalogServer,
}) => {
  test.setTimeout(120_000);
  const shop = await startShop('postgres', { WORKERS: '2', CATALOG_URL: catalogServer.url });
  const line = await openLineTo(shop, 1);
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
  const again = await openLineTo(shop, 2);
  expect((await again('/api/orders', { headers: { cookie } })).status).toBe(200);

  const [, , victim] = pidsStarted(shop);
  process.kill(victim ?? 0, 'SIGKILL');
  await expect.poll(() => pidsStarted(shop).length, { timeout: 30_000 }).toBe(5);
  expect(logged(shop, 'worker.ended')).toMatchObject([{ pid: victim }]);
  for (const worker of [1, 2]) {
    const line = await openLineTo(shop, worker);
    expect((await line('/readyz')).status).toBe(200);
  }
  expect(await shop.stop()).toBe(0);
});

for (const workers of ['1', '2']) {
  test(`SIGTERM under load with WORKERS=${workers} answers every request on an open line, and ends`, async ({
    catalogServer,
  }) => {
    test.setTimeout(60_000);
    const shop = await startShop('postgres', { WORKERS: workers, CATALOG_URL: catalogServer.url });
    const visitors = keepAsking(shop.url, 8);
    await expect.poll(visitors.answered).toBeGreaterThan(50);
    expect(await shop.stop()).toBe(0);
    await visitors.leave();
    expect(visitors.troubles.length).toBeGreaterThan(0);
    expect(visitors.troubles.filter(({ wasOpen }) => wasOpen)).toEqual([]);
    expect(logged(shop, 'shop.stop_forced')).toEqual([]);
  });
}
