import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startPictureEncoder } from '#server/workers/start-picture-encoder.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import { importCatalog } from '#shop/catalog/import/import-catalog.ts';
import type { OutwardContext } from '#shop/context.ts';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import { splashWidths } from './encode-splash.ts';
import { pictureProgress, readPictureRecord } from './picture-record.ts';
import { preparePictures } from './prepare-pictures.ts';
import { serveSplash } from './serve-splash.ts';

const FOLDER = '/cdn/16.15.1/data/pt_BR';
const ENCODER = resolve(import.meta.dirname, '../../server/workers/encode-pictures.ts');
let shop: CatalogTestContext;
let stop: AbortController;
let ctx: OutwardContext;

beforeEach(async () => {
  shop = await createCatalogTestContext();
  stop = new AbortController();
  ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, preparePictures: true } };
});
afterEach(() => shop.close());

/** A source that offers these skins of one champion; its pictures are 1215 px wide like the real ones. */
async function offer(names: string[], champion = 'Ahri'): Promise<Skin[]> {
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
  await shop.forget();
  shop.server.requests.length = 0;
  return shop.ctx.catalog.current().skins;
}

/** A machine whose other programs take this share of its time. Each reading is one second later. */
function machineWith(readBusy: () => number) {
  let totalMs = 0;
  let busyMs = 0;
  return () => {
    totalMs += 100_000;
    busyMs += 100_000 * readBusy();
    return { totalMs, busyMs, processors: 2 };
  };
}
const prepare = (by = ctx, readBusy = () => 0) => preparePictures(by, stop.signal, machineWith(readBusy));
const asked = () => shop.server.requests.filter((path) => path.includes('/splash/'));
const picture = ({ sku }: Skin, width: number) => ctx.files.read(`img/${skinKey(sku)}/${width}.avif`);
const progress = async () => pictureProgress(ctx.catalog.current(), await readPictureRecord(ctx));
const lines = () =>
  shop.logLines.filter(({ event }) => event.startsWith('pictures.')).map(({ event }) => event);

test('makes what a list shows, and nothing else, first what stands first in the store', async () => {
  const skins = await offer(['Um', 'Dois', 'Três']);
  expect(await prepare()).toMatchObject({ done: 3, total: 3, missing: 0, pausedBy: null });
  expect(asked()).toEqual(skins.map(({ num }) => `/cdn/img/champion/splash/Ahri_${num}.jpg`));
  let bytes = 0;
  for (const skin of skins) {
    const avif = await picture(skin, 330);
    expect(avif?.subarray(4, 12).toString()).toBe('ftypavif');
    for (const width of splashWidths.filter((each) => each !== 330))
      expect(await picture(skin, width)).toBeNull();
    bytes += (avif?.length ?? 0) + ((await ctx.files.read(`img/Ahri_${skin.num}/source`))?.length ?? 0);
  }
  expect((await progress()).bytes).toBe(bytes);
  // All pictures are there, so the next run has nothing to do.
  expect(await prepare()).toBeNull();
  expect(asked()).toHaveLength(3);
});

test('one line at the start and one at the end; staff learn how far it is, everybody the colours', async () => {
  await offer(['Um', 'Dois']);
  await prepare();
  expect(shop.logLines.filter(({ event }) => event.startsWith('pictures.'))).toEqual([
    {
      level: 'info',
      event: 'pictures.preparing',
      fields: { done: 0, total: 2, missing: 0, megabytes: 0 },
    },
    {
      level: 'info',
      event: 'pictures.prepared',
      fields: { done: 2, total: 2, missing: 0, megabytes: 0 },
    },
  ]);
  expect((await shop.events()).slice(-2)).toEqual([
    { topic: 'staff:catalog', event: 'catalog-import', data: { phase: 'pictures', done: 2, total: 2 } },
    { topic: 'catalog', event: 'changed', data: { version: '16.15.1' } },
  ]);
  await ctx.catalog.reload();
  for (const { color } of ctx.catalog.current().skins) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  await prepare();
  expect(lines()).toHaveLength(2);
});

test(
  'no picture begins while others use the machine, and it goes on when they have ended',
  { tags: 'release', timeout: 30_000 },
  async () => {
    const skins = await offer(['Um', 'Dois']);
    let busy = 0;
    const looks: number[] = [];
    const preparing = prepare(ctx, () => {
      // Others come after the first picture.
      if (looks.length === 2) busy = 1;
      if (looks.length === 4) busy = 0;
      looks.push(asked().length);
      return busy;
    });
    expect(await preparing).toMatchObject({ done: 2, total: 2 });
    // One look at the beginning; the first picture; three looks a second apart, all of them before the second one.
    expect(looks).toEqual([0, 0, 1, 1, 1]);
    expect(await picture(skins[1]!, 330)).not.toBeNull();
  },
);

test('a stop ends it between two pictures or during one, and the next process goes on there', async () => {
  const skins = await offer(['Um', 'Dois', 'Três', 'Quatro']);
  let pictures = 0;
  const stopping: OutwardContext = {
    ...ctx,
    startPictureEncoder() {
      const encoder = ctx.startPictureEncoder();
      return {
        ...encoder,
        encode(source) {
          pictures += 1;
          if (pictures === 3) stop.abort();
          return encoder.encode(source);
        },
      };
    },
  };
  await prepare(stopping);
  expect(await progress()).toMatchObject({ done: 2, total: 4, pausedBy: null });
  expect(lines()).toEqual(['pictures.preparing', 'pictures.stopped']);
  stop = new AbortController();
  expect(await prepare()).toMatchObject({ done: 4, total: 4 });
  for (const skin of skins) expect(await picture(skin, 330)).not.toBeNull();
});

test('the setting turns it off', async () => {
  await offer(['Um']);
  const off = { ...ctx, settings: { ...ctx.settings, preparePictures: false } };
  expect(await prepare(off)).toBeNull();
  expect([asked(), lines()]).toEqual([[], []]);
});

test('the demonstration catalogue is left alone: its art is drawn when somebody looks', async () => {
  expect(ctx.catalog.current().source).toBe('demo');
  expect(await prepare()).toBeNull();
});

describe('what fails', () => {
  test('a picture that the source does not have is not counted, and asked for again after a day', async () => {
    await offer(['Um', 'Dois'], 'Zed');
    expect(await prepare()).toMatchObject({ done: 1, total: 1, missing: 1 });
    expect(await prepare()).toBeNull();
    expect(asked()).toHaveLength(2);
    shop.passSeconds(25 * 3600);
    await prepare();
    expect(asked()).toHaveLength(3);
  });

  test(
    'a source that is down is left alone for longer and longer, and nothing is lost',
    { tags: 'release', timeout: 30_000 },
    async () => {
      await offer(['Um', 'Dois', 'Três', 'Quatro', 'Cinco']);
      shop.server.down();
      expect(await prepare()).toMatchObject({ done: 0, total: 5, pausedBy: 'source_silent' });
      expect(lines()).toEqual(['pictures.preparing', 'pictures.paused']);
      const knocks = asked().length;
      // Three skins, three tries each: the other two are not asked for.
      expect(knocks).toBe(9);
      expect(await prepare()).toBeNull();
      shop.passSeconds(5 * 60);
      await prepare();
      expect(asked().length).toBeGreaterThan(knocks);
      shop.passSeconds(5 * 60);
      expect(await prepare()).toBeNull();
      shop.server.down(false);
      shop.passSeconds(5 * 60);
      expect(await prepare()).toMatchObject({ done: 5, total: 5, pausedBy: null });
    },
  );

  test(
    'one file that never comes does not keep the others waiting',
    { tags: 'release', timeout: 20_000 },
    async () => {
      await offer(['Um', 'Dois', 'Três']);
      shop.server.fail('/cdn/img/champion/splash/Ahri_3.jpg', 99);
      expect(await prepare()).toMatchObject({ done: 2, total: 3, pausedBy: 'unreachable' });
    },
  );

  test(
    'a picture that ends the process twice is left out; the others wait for a while, and come',
    { tags: 'release' },
    async () => {
      const [first, second] = await offer(['Um', 'Dois']);
      const sound = await fetch(`${shop.server.url}/cdn/img/champion/splash/Ahri_1.jpg`);
      const deadly = Buffer.concat([Buffer.from(await sound.arrayBuffer()), Buffer.from('deadly')]);
      await ctx.files.write(`img/Ahri_${first!.num}/source`, deadly);
      const fragile: OutwardContext = {
        ...ctx,
        startPictureEncoder: () => startPictureEncoder(writeFragileEncoder(shop.directory), { priority: 0 }),
      };
      expect(await prepare(fragile)).toMatchObject({ done: 0, total: 2, pausedBy: 'encoder_ended' });
      expect(await prepare(fragile)).toBeNull();
      shop.passSeconds(5 * 60);
      expect(await prepare(fragile)).toMatchObject({ done: 0, total: 1, missing: 1 });
      expect(await prepare(fragile)).toBeNull();
      shop.passSeconds(10 * 60);
      expect(await prepare(fragile)).toMatchObject({ done: 1, total: 1, missing: 1, pausedBy: null });
      expect(await picture(second!, 330)).not.toBeNull();
      shop.passSeconds(60 * 60);
      expect(await prepare(fragile)).toBeNull();
      expect(lines().filter((line) => line === 'pictures.encoder_ended')).toHaveLength(2);
    },
  );

  test('a storage that is full or silent fails the run instead of starting over', async () => {
    await offer(['Um']);
    const full = { ...ctx.files, write: async () => Promise.reject(new Error('ENOSPC')) };
    await expect(prepare({ ...ctx, files: full })).rejects.toThrow('ENOSPC');
    const silent = { ...ctx.files, read: async () => Promise.reject(new Error('ETIMEDOUT')) };
    await expect(prepare({ ...ctx, files: silent })).rejects.toThrow('ETIMEDOUT');
    expect(asked().length).toBeLessThanOrEqual(1);
  });
});

// It has to be found by its parent, and held.
test.runIf(process.platform === 'linux')(
  'a visitor waits for nothing of this',
  { tags: 'release' },
  async () => {
    const skins = await offer(['Um', 'Dois']);
    let held = 0;
    const holding: OutwardContext = {
      ...ctx,
      startPictureEncoder() {
        const encoder = ctx.startPictureEncoder();
        return {
          ...encoder,
          async encode(source) {
            if (asked().length < 2) return encoder.encode(source);
            held = findEncoder();
            process.kill(held, 'SIGSTOP');
            return encoder.encode(source);
          },
        };
      },
    };
    const preparing = prepare(holding);
    await expect.poll(() => held).toBeGreaterThan(0);
    const { sku } = skins[1]!;
    for (const width of splashWidths) {
      const served = await serveSplash(ctx, { sku, width, format: 'avif', address: '203.0.113.9' });
      expect(served).toMatchObject({ ok: true, art: 'splash' });
    }
    process.kill(held, 'SIGCONT');
    expect(await preparing).toMatchObject({ done: 2, total: 2 });
  },
);

/** Ours, but for a file that kills it. */
function writeFragileEncoder(directory: string): string {
  const file = join(directory, 'fragile-encoder.mjs');
  writeFileSync(
    file,
    `process.on('message', (source) => {
      if (Buffer.from(source).includes('deadly')) process.kill(process.pid, 'SIGKILL');
    });
    await import(${JSON.stringify(ENCODER)});`,
  );
  return file;
}

function findEncoder(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(ENCODER))
        return Number(pid);
    } catch {
      // It ended while we looked.
    }
  }
  throw new Error('There is no encoder.');
}
