import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import {
  FORMER_VERSION,
  GROWN,
  grownMirror,
  RENAMED,
  SMALL,
  VERSION,
} from '#test/catalog/invented-mirror.ts';
import { findFullMirror } from '#test/catalog/mirror.ts';
import { LiveHub } from '#shop/live/live-hub.ts';
import { startStaticDataServer } from '#test/catalog/static-data-server.ts';
import { importCatalog } from './import-catalog.ts';
import { readImportProgress } from './import-progress.ts';
import { refreshCatalog } from './refresh-catalog.ts';

/** Of a listener that throws: the test fails. */
const fail = (error: unknown) => {
  throw error;
};

const FOLDER = `/cdn/${VERSION}/data/pt_BR`;
let shop: CatalogTestContext;

beforeAll(async () => {
  shop = await createCatalogTestContext();
});
beforeEach(async () => {
  await shop.renew();
});
afterAll(() => shop.close());

const run = (options = {}) => importCatalog(shop.ctx, { policy: QUICK, ...options });

async function stored() {
  const { db } = shop.ctx;
  return {
    state: await db.selectFrom('catalog_state').selectAll().execute(),
    champions: await db.selectFrom('champions').selectAll().orderBy('id').execute(),
    skins: await db.selectFrom('skins').selectAll().orderBy('champion_id').orderBy('num').execute(),
  };
}

/** The mirror as a service with this many skins, of one champion. */
function serveSkins(count: number, version = '99.1.1'): void {
  const folder = `/cdn/${version}/data/pt_BR`;
  const skins = Array.from({ length: count }, (_, index) => ({ num: index + 1, name: `Zed ${index + 1}` }));
  shop.server.serve('/api/versions.json', JSON.stringify([version]));
  shop.server.serve(
    `${folder}/champion.json`,
    JSON.stringify({ data: { Zed: { key: '238', name: 'Zed' } } }),
  );
  shop.server.serve(`${folder}/champion/Zed.json`, JSON.stringify({ data: { Zed: { skins } } }));
}

test('replaces the demonstration catalogue by the real one, in memory too, and tells everyone', async () => {
  const { ctx } = shop;
  expect(ctx.catalog.current().source).toBe('demo');
  expect(await run()).toEqual({ ok: true, version: VERSION, skinCount: SMALL.skins });
  const catalog = ctx.catalog.current();
  expect(catalog).toMatchObject({ source: 'static-data', version: VERSION });
  expect(catalog.skins).toHaveLength(SMALL.skins);
  expect(catalog.champions).toHaveLength(SMALL.champions);
  expect(catalog.findSkin('lol:MonkeyKing:1')?.championName).toBe('Sagui');
  expect(catalog.findSkin('lol:Ahri:0')).toBeNull();
  expect(catalog.findSkin('lol:Ahri:6')).toBeNull();
  expect(catalog.findSkin('lol:Ahri:8')).toBeNull();
  expect(catalog.skinsOf('Lux').length).toBeGreaterThan(10);
  expect(await shop.events()).toContainEqual({
    topic: 'catalog',
    event: 'changed',
    data: { version: VERSION },
  });
});

test('a long import says how far it is now and then, not at every champion', async () => {
  await using server = await startStaticDataServer(grownMirror);
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, catalogUrl: server.url } };
  expect(await importCatalog(ctx, { policy: QUICK })).toMatchObject({ skinCount: GROWN.skins });
  const shown = (await shop.events()).filter(({ event }) => event === 'catalog-import');
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.length).toBeLessThan(30);
  expect(await readImportProgress(ctx)).toMatchObject({
    phase: 'finished',
    done: 173,
    total: 173,
    version: VERSION,
  });
});

const fullMirror = findFullMirror();
test.skipIf(!fullMirror)(
  'the whole catalogue (CATALOG_MIRROR) is stored, all 1,930 skins of it',
  async () => {
    await using server = await startStaticDataServer(fullMirror ?? undefined);
    const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, catalogUrl: server.url } };
    expect(await importCatalog(ctx, { policy: QUICK })).toMatchObject({ ok: true, skinCount: 1930 });
    const catalog = ctx.catalog.current();
    expect(catalog.champions).toHaveLength(173);
    expect(catalog.findSkin('lol:MonkeyKing:1')?.championName).toBe('Wukong');
    expect(catalog.findSkin('lol:Ahri:8')).toBeNull();
  },
);

test('a second import of the same catalogue changes nothing, and one with a renamed skin its name', async () => {
  const { championId, num, formerName } = RENAMED;
  const nameNow = () => shop.ctx.catalog.current().findSkin(`lol:${championId}:${num}`)?.name;
  shop.server.serve('/api/versions.json', JSON.stringify([FORMER_VERSION]));
  await run();
  expect(await run()).toMatchObject({ ok: true });
  expect(nameNow()).toBe(formerName);
  shop.server.serve('/api/versions.json', JSON.stringify([VERSION, FORMER_VERSION]));
  expect(await run()).toMatchObject({ ok: true, version: VERSION, skinCount: SMALL.skins });
  expect(nameNow()).toBe('Iacema de Neon');
});

test.each([
  ['unreachable', 500],
  ['malformed', 'garbage'],
] as const)('an import that ends half-way as %s changes nothing', async (reason, as) => {
  const before = await stored();
  shop.server.fail(`${FOLDER}/champion/Zyra.json`, 3, as);
  expect(await run()).toMatchObject({ ok: false, reason });
  expect(await stored()).toEqual(before);
  expect((await shop.events()).filter(({ topic }) => topic === 'catalog')).toEqual([]);
  expect(await readImportProgress(shop.ctx)).toMatchObject({
    phase: 'failed',
    detail: expect.stringContaining('Zyra'),
  });
  expect(await run()).toMatchObject({ ok: true });
});

test('a write that fails half-way changes nothing and gives the claim back', async () => {
  const before = await stored();
  const publish = shop.ctx.publish;
  const failing = {
    ...shop.ctx,
    publish: (async (executor, ...events) => {
      if (events.some(({ topic }) => topic === 'catalog')) throw new Error('connection lost');
      return publish(executor, ...events);
    }) as typeof publish,
  };
  await expect(importCatalog(failing, { policy: QUICK })).rejects.toThrow('connection lost');
  expect(await stored()).toEqual(before);
  expect(await readImportProgress(shop.ctx)).toMatchObject({ phase: 'failed' });
  expect(await run()).toMatchObject({ ok: true });
});

test('a service with suspiciously few skins is not believed, once the real catalogue is there', async () => {
  serveSkins(10, '98.1.1');
  expect(await run()).toMatchObject({ ok: true, skinCount: 10 });
  serveSkins(4);
  const before = await stored();
  expect(await run()).toMatchObject({
    ok: false,
    reason: 'malformed',
    detail: expect.stringContaining('4 skins'),
  });
  expect(await stored()).toEqual(before);
  serveSkins(5);
  expect(await run()).toMatchObject({ ok: true, skinCount: 5 });
  serveSkins(0);
  expect(await run()).toMatchObject({ ok: false, reason: 'malformed' });
});

test('of two imports at once one runs, whichever process they are in', async () => {
  shop.server.delay(5);
  const results = await Promise.all([run(), run(), run()]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.reason === 'already_running')).toHaveLength(2);
  expect(shop.server.requests.filter((path) => path.endsWith('/Ahri.json'))).toHaveLength(1);
});

test('the claim of a process that died ends by itself, and what it still writes is not kept', async () => {
  shop.server.delay(20);
  const clock = shop.ctx.now();
  const slow = importCatalog({ ...shop.ctx, now: () => clock }, { policy: QUICK });
  await expect.poll(() => shop.server.requests.length).toBeGreaterThan(5);
  expect(await run()).toMatchObject({ ok: false, reason: 'already_running' });
  shop.passSeconds(31);
  expect(await readImportProgress(shop.ctx)).toMatchObject({ phase: 'failed' });
  serveSkins(3);
  expect(await run()).toMatchObject({ ok: true, skinCount: 3 });
  expect(await slow).toMatchObject({ ok: false });
  expect(shop.ctx.catalog.current().skins).toHaveLength(3);
  expect(await readImportProgress(shop.ctx)).toMatchObject({ phase: 'finished', version: '99.1.1' });
});

test('a stop of the shop ends an import under way', async () => {
  shop.server.delay(50);
  const live = new LiveHub(fail);
  const running = importCatalog({ ...shop.ctx, live }, { policy: QUICK });
  await expect.poll(() => shop.server.requests.length).toBeGreaterThan(3);
  live.announceStop();
  expect(await running).toMatchObject({ ok: false, reason: 'unreachable' });
  expect(shop.server.requests.length).toBeLessThan(20);
});

// shows: threat F4
test('the import waits for the network outside any transaction', async () => {
  shop.server.fail('/api/versions.json', 1, 'hang');
  const running = run({ policy: { ...QUICK, timeoutMs: 1_500 } });
  await expect.poll(() => shop.server.requests).toHaveLength(1);
  const reading = shop.ctx.transaction((tx) => tx.selectFrom('champions').selectAll().execute());
  expect(await Promise.race([running.then(() => 'import'), reading.then(() => 'reading')])).toBe('reading');
  await running;
});

test('the job looks hourly, and every time while the catalogue is the demonstration', async () => {
  const look = () => refreshCatalog(shop.ctx, QUICK);
  shop.server.down();
  expect(await look()).toMatchObject({ ok: false });
  expect(await look()).toMatchObject({ ok: false });
  shop.server.down(false);
  expect(await look()).toMatchObject({ ok: true });
  expect(await look()).toBeNull();
  shop.passSeconds(3600);
  const asked = shop.server.requests.length;
  expect(await look()).toMatchObject({ ok: true, skinCount: SMALL.skins });
  expect(shop.server.requests.slice(asked)).toEqual(['/api/versions.json']);
  expect(await look()).toBeNull();
  shop.passSeconds(3600);
  shop.server.fail('/api/versions.json', 3);
  expect(await look()).toMatchObject({ ok: false });
  serveSkins(1000);
  expect(await look()).toMatchObject({ ok: true, version: '99.1.1' });
});
