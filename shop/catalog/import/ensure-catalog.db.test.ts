import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import { SMALL } from '#test/catalog/invented-mirror.ts';
import { claimImport } from './claim-import.ts';
import { ensureCatalog } from './ensure-catalog.ts';
import { importDemoCatalog } from './import-demo-catalog.ts';

let shop: CatalogTestContext;

beforeAll(async () => {
  shop = await createCatalogTestContext();
});
beforeEach(async () => {
  await shop.renew();
  await shop.emptyShelves();
});
afterAll(() => shop.close());

const ensure = (options = {}) => ensureCatalog(shop.ctx, { policy: QUICK, ...options });
const source = () => shop.ctx.catalog.current().source;

test('the first start brings the real catalogue', async () => {
  expect(shop.ctx.catalog.ready()).toBe(false);
  expect(() => shop.ctx.catalog.current()).toThrow(/ensureCatalog/);
  await ensure();
  expect(source()).toBe('static-data');
  expect(shop.ctx.catalog.current().skins).toHaveLength(SMALL.skins);
});

test('offline, the first start shows the demonstration catalogue, at once', async () => {
  shop.server.down();
  await ensure();
  expect(source()).toBe('demo');
  expect(shop.ctx.catalog.current().skins.length).toBeGreaterThan(100);
  expect(shop.server.requests).toHaveLength(1);
});

test('a service that accepts and stays silent is not waited for', async () => {
  shop.server.fail('/api/versions.json', 1, 'hang');
  await ensure({ probeMs: 200, policy: { ...QUICK, timeoutMs: 20_000 } });
  expect(source()).toBe('demo');
});

test('a service too slow for the whole catalogue leaves the demonstration, which the next start replaces', async () => {
  shop.server.delay(100);
  await ensure({ budgetMs: 300 });
  expect(source()).toBe('demo');
  shop.server.delay(0);
  await ensure();
  expect(source()).toBe('demo');
  await shop.settled();
  expect(source()).toBe('static-data');
});

test('a first start waits for another process that is importing, and takes over from one that died', async () => {
  shop.server.delay(10);
  await Promise.all([ensure(), ensure()]);
  expect(source()).toBe('static-data');
  expect(shop.server.requests.filter((path) => path.endsWith('/Ahri.json'))).toHaveLength(1);
  expect(shop.logLines.filter(({ event }) => event === 'catalog.demo')).toEqual([]);

  await shop.emptyShelves();
  const stuck = await claimImport(shop.ctx, {
    phase: 'asking',
    done: 0,
    total: 0,
    version: null,
    detail: null,
  });
  expect(stuck).not.toBeNull();
  const asked = shop.server.requests.length;
  const starting = ensure();
  const waiting = sleep(300);
  await expect.poll(() => shop.server.requests.length).toBeGreaterThan(asked);
  await waiting;
  shop.passSeconds(31);
  await starting;
  expect(source()).toBe('static-data');
});

test('a shop that has a real catalogue starts without asking anybody', async () => {
  await ensure();
  const asked = shop.server.requests.length;
  await ensure();
  await shop.settled();
  expect(shop.server.requests).toHaveLength(asked);
});

test('the demonstration never takes the place of a catalogue that is there', async () => {
  await ensure();
  expect(await importDemoCatalog(shop.ctx)).toBe(false);
  await shop.ctx.catalog.reload();
  expect(source()).toBe('static-data');
});
