import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Skin } from '#shop/catalog/catalog.ts';
import { importCatalog } from '#shop/catalog/import-catalog.ts';
import type { OutwardContext } from '#shop/context.ts';
import { LiveHub } from '#shop/live/live-hub.ts';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import { splashWidths } from './encode-splash.ts';
import { pictureProgress, readPictureRecord } from './picture-record.ts';
import { preparePictures } from './prepare-pictures.ts';
import { splashTraffic } from './splash-traffic.ts';

const FOLDER = '/cdn/16.15.1/data/pt_BR';
let shop: CatalogTestContext;

beforeEach(async () => {
  shop = await createCatalogTestContext();
});
afterEach(() => shop.close());

/** A source that offers these skins of one champion; its pictures are 1215 px wide like the real ones. */
async function offer(names: string[], champion = 'Ahri'): Promise<void> {
  const skins = names.map((name, index) => ({ num: index + 1, name }));
  shop.server.serve(
    `${FOLDER}/champion.json`,
    JSON.stringify({ data: { [champion]: { key: '1', name: champion } } }),
  );
  shop.server.serve(
    `${FOLDER}/champion/${champion}.json`,
    JSON.stringify({ data: { [champion]: { skins } } }),
  );
  await shop.ctx.db.deleteFrom('catalog_state').execute();
  expect(await importCatalog(shop.ctx, { policy: QUICK })).toMatchObject({ ok: true });
  shop.server.requests.length = 0;
}

const at = async () => {};
const prepare = (options = {}, ctx: OutwardContext = shop.ctx) =>
  preparePictures(ctx, { wait: at, ...options });
const asked = () => shop.server.requests.filter((path) => path.includes('/splash/'));
const picture = ({ championId, num }: Skin, width: number) =>
  shop.ctx.files.read(`img/${championId}_${num}/${width}.avif`);
const progress = async () => pictureProgress(shop.ctx.catalog.current(), await readPictureRecord(shop.ctx));
/** The same shop in a new process: nothing remembered, everything on disk. */
const restarted = (): OutwardContext => {
  const { read, write, remove } = shop.ctx.files;
  const { current, ready, reload } = shop.ctx.catalog;
  const catalog = { ready, reload, current: () => ({ ...current() }) };
  return { ...shop.ctx, catalog, files: { read, write, remove }, live: new LiveHub() };
};

test('makes every picture in every width that the shop shows, first what stands first in the store', async () => {
  await offer(['Um', 'Dois', 'Três']);
  const { skins } = shop.ctx.catalog.current();
  expect(await prepare()).toMatchObject({ done: 3, total: 3, missing: 0, isSourceSilent: false });
  expect(asked()).toEqual(skins.map(({ num }) => `/cdn/img/champion/splash/Ahri_${num}.jpg`));
  let bytes = 0;
  for (const skin of skins) {
    for (const width of splashWidths) {
      const avif = await picture(skin, width);
      expect(avif?.subarray(4, 12).toString()).toBe('ftypavif');
      bytes += avif?.length ?? 0;
    }
    bytes += (await shop.ctx.files.read(`img/Ahri_${skin.num}/source`))?.length ?? 0;
  }
  expect((await progress()).bytes).toBe(bytes);
  // Done is done: the next turn does not even look.
  expect(await prepare()).toBeNull();
  expect(asked()).toHaveLength(3);
});

test('tells staff and the log how far it is, and everybody the colours at the end', async () => {
  await offer(['Um', 'Dois']);
  await prepare();
  expect(shop.logLines).toContainEqual(
    expect.objectContaining({
      level: 'info',
      event: 'pictures.prepared',
      fields: expect.objectContaining({ done: 2, total: 2, missing: 0 }),
    }),
  );
  expect((await shop.events()).slice(-2)).toEqual([
    { topic: 'staff', event: 'catalog-import', data: { phase: 'pictures', done: 2, total: 2 } },
    { topic: 'catalog', event: 'imported', data: { version: '16.15.1' } },
  ]);
  await shop.ctx.catalog.reload();
  for (const { color } of shop.ctx.catalog.current().skins) expect(color).toMatch(/^#[0-9a-f]{6}$/);
});

test('goes on where it ended, after its time was up, a stop and a new start', async () => {
  await offer(['Um', 'Dois', 'Três', 'Quatro']);
  let pictures = 0;
  const wait = async (_: unknown, signal: AbortSignal) => {
    pictures += 1;
    if (pictures === 6) shop.ctx.live.announceStop();
    expect(signal.aborted).toBe(pictures >= 6);
  };
  // Stopped at the second picture of the second skin: four and one are kept.
  expect(await prepare({ wait })).toMatchObject({ done: 1, total: 4 });
  expect(await prepare({ budgetMs: 0 }, restarted())).toMatchObject({ done: 1, total: 4 });
  const later = restarted();
  expect(await prepare({ wait: async () => void (pictures += 1) }, later)).toMatchObject({
    done: 4,
    total: 4,
  });
  // Six asked for, of which the sixth was not made, then the eleven that were left.
  expect(pictures).toBe(6 + 11);
  expect(asked()).toHaveLength(4);
  expect(await prepare({}, restarted())).toBeNull();
});

test('a picture that the source does not have is not counted, and asked for again after a day', async () => {
  await offer(['Um', 'Dois'], 'Zed');
  expect(await prepare()).toMatchObject({ done: 1, total: 1, missing: 1 });
  expect(await prepare({}, restarted())).toBeNull();
  expect(asked()).toHaveLength(2);
  shop.passSeconds(25 * 3600);
  await prepare({}, restarted());
  expect(asked()).toHaveLength(3);
});

test('a source that is down is left alone for longer and longer, and nothing is lost', async () => {
  await offer(['Um', 'Dois', 'Três', 'Quatro', 'Cinco']);
  shop.server.down();
  expect(await prepare()).toMatchObject({ done: 0, total: 5, isSourceSilent: true });
  const knocks = asked().length;
  // Three skins, three tries each: the other two are not asked for.
  expect(knocks).toBe(9);
  expect(await prepare()).toBeNull();
  shop.passSeconds(61);
  await prepare();
  expect(asked().length).toBeGreaterThan(knocks);
  shop.passSeconds(61);
  expect(await prepare()).toBeNull();
  shop.server.down(false);
  shop.passSeconds(60);
  expect(await prepare()).toMatchObject({ done: 5, total: 5, isSourceSilent: false });
}, 30_000);

test('one file that never comes does not keep the others waiting', async () => {
  await offer(['Um', 'Dois', 'Três']);
  shop.server.fail('/cdn/img/champion/splash/Ahri_3.jpg', 99);
  expect(await prepare()).toMatchObject({ done: 2, total: 3, isSourceSilent: false });
}, 20_000);

test('a storage that is full or silent fails the turn instead of starting over', async () => {
  await offer(['Um']);
  const full = { ...shop.ctx.files, write: async () => Promise.reject(new Error('ENOSPC')) };
  await expect(prepare({}, { ...shop.ctx, files: full })).rejects.toThrow('ENOSPC');
  const silent = { ...shop.ctx.files, read: async () => Promise.reject(new Error('ETIMEDOUT')) };
  await expect(prepare({}, { ...shop.ctx, files: silent })).rejects.toThrow('ETIMEDOUT');
  expect(asked().length).toBeLessThanOrEqual(1);
});

test('while a visitor waits for a picture, none is made ahead', async () => {
  await offer(['Um']);
  const visitor = Promise.withResolvers<{ ok: true; data: Buffer }>();
  const served = splashTraffic(shop.ctx.files).encodings.run('a visitor', () => visitor.promise);
  const prepared = preparePictures(shop.ctx);
  await expect.poll(() => asked().length).toBe(1);
  const [skin] = shop.ctx.catalog.current().skins;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await picture(skin!, 330)).toBeNull();
  visitor.resolve({ ok: true, data: Buffer.alloc(0) });
  await served;
  expect(await prepared).toMatchObject({ done: 1, total: 1 });
}, 60_000);

test('the demonstration catalogue is left alone: its art is drawn when somebody looks', async () => {
  expect(shop.ctx.catalog.current().source).toBe('demo');
  expect(await prepare()).toBeNull();
});
