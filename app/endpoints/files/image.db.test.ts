import { RouterContextProvider } from 'react-router';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillContext, type Visitor } from '#app/request-context.ts';
import { importCatalog } from '#shop/catalog/import/import-catalog.ts';
import { importDemoCatalog } from '#shop/catalog/import/import-demo-catalog.ts';
import type { OutwardContext } from '#shop/context.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { serveRoutes } from '#test/visitor/call-route.ts';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import { startS3Server } from '#test/providers/s3-server.ts';
import { createS3Files } from '#server/storage/s3-files.ts';
import { createMemory } from '#shop/memory.ts';
import { pictureKey } from '#shop/media/picture-key.ts';
import { loader } from './image.ts';

const serve = serveRoutes({ 'img/:file': { loader } });
let shop: CatalogTestContext;
/** The files of one test; a new set is a new process with an empty cache. */
let files: Map<string, Buffer>;
let ctx: OutwardContext;

beforeAll(async () => {
  shop = await createCatalogTestContext();
  await importCatalog(shop.ctx, { policy: QUICK });
});
afterAll(() => shop.close());

beforeEach(async () => {
  await shop.settled();
  await shop.ctx.db.deleteFrom('splash_colors').execute();
  await shop.ctx.catalog.reload();
  shop.server.down(false);
  shop.server.requests.length = 0;
  files = new Map();
  ctx = {
    ...shop.ctx,
    files: {
      read: async (key) => files.get(key) ?? null,
      write: async (key, content) => void files.set(key, content),
      remove: async (key) => void files.delete(key),
    },
  };
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const context = new RouterContextProvider();
  fillContext(context, ctx, { requestId: 'request-1', ip: '203.0.113.7' } as Visitor);
  const request = new Request(`http://localhost:3000${path}`, { headers });
  try {
    return await serve(request, context);
  } catch (error) {
    // An address that fits no route at all.
    if (error instanceof Response) return error;
    return new Response(null, { status: (error as { status?: number }).status ?? 599 });
  }
}

async function picture(response: Response) {
  expect(response.status).toBe(200);
  const { format, compression, width, height } = await sharp(
    Buffer.from(await response.arrayBuffer()),
  ).metadata();
  return { format: compression === 'av1' ? 'avif' : format, width, height };
}

const splashes = () => shop.server.requests.filter((path) => path.includes('/splash/'));

test.each([
  ['image/avif,image/webp,*/*', 'avif'],
  ['image/webp,*/*', 'webp'],
  ['*/*', 'jpeg'],
])('Accept %s gets %s at the width asked for', async (accept, format) => {
  const response = await get('/img/Ahri_3?w=330', { accept });
  expect(response.headers.get('content-type')).toBe(`image/${format}`);
  expect(response.headers.get('vary')).toBe('Accept');
  expect(response.headers.get('cache-control')).toContain('max-age=604800');
  expect(await picture(response)).toMatchObject({ format, width: 330 });
});

test.each([
  ['', 800],
  ['?w=1', 330],
  ['?w=331', 480],
  ['?w=800', 800],
  ['?w=5000', 1215],
])('%j means width %d, so that no address makes a file of its own', async (query, width) => {
  expect(await picture(await get(`/img/Ahri_3${query}`))).toMatchObject({ width });
});

test.each(['?w=', '?w=abc', '?w=0', '?w=-5', '?w=1e3', '?w=100000', '?w=330.5', '?w=%00'])(
  '%s is malformed',
  async (query) => {
    const response = await get(`/img/Ahri_3${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'malformed', requestId: 'request-1' } });
  },
);

// shows: spec 7.1
test('one download serves every width and format, and visitors at the same moment', async () => {
  await Promise.all(
    ['330', '480', '800'].flatMap((w) =>
      ['image/avif', 'image/webp', '*/*'].map((accept) => get(`/img/Zed_3?w=${w}`, { accept })),
    ),
  );
  await get('/img/Zed_3?w=1215');
  expect(splashes()).toEqual(['/cdn/img/champion/splash/Zed_3.jpg']);
  expect([...files.keys()]).toHaveLength(11);
  expect(files.has('img/Zed_3/source')).toBe(true);
  const kept = files.get('img/Zed_3/330.avif');
  expect(Buffer.from(await (await get('/img/Zed_3?w=330', { accept: 'image/avif' })).arrayBuffer())).toEqual(
    kept,
  );
});

test('a shared link gets JPEG, whatever the messenger says it accepts', async () => {
  const answer = await get('/img/Ahri_1?w=1215&f=jpeg', { Accept: 'image/avif,image/webp,*/*' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('a browser that has it gets 304, in its own format only', async () => {
  const etag = (await get('/img/Ahri_3?w=330')).headers.get('etag') ?? '';
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await get('/img/Ahri_3?w=330', { 'if-none-match': sent });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(etag);
    expect(await response.text()).toBe('');
  }
  expect((await get('/img/Ahri_3?w=330', { 'if-none-match': etag, accept: 'image/webp' })).status).toBe(200);
});

test('Fiddlesticks, whose pictures are spelled otherwise', async () => {
  await picture(await get('/img/Fiddlesticks_1?w=330'));
  expect(splashes()).toEqual(['/cdn/img/champion/splash/FiddleSticks_1.jpg']);
  expect(files.has('img/Fiddlesticks_1/source')).toBe(true);
});

test('a splash that the service does not have is generated art, kept for a minute by browsers and asked for again in an hour', async () => {
  const response = await get('/img/Zed_1?w=330');
  expect(await picture(response)).toMatchObject({ format: 'jpeg', width: 330 });
  expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  await get('/img/Zed_1?w=480');
  expect(splashes()).toHaveLength(1);
  expect([...files.keys()].filter((key) => !key.startsWith('img/stand-in/'))).toEqual([]);
  shop.passSeconds(3601);
  await get('/img/Zed_1?w=800');
  expect(splashes()).toHaveLength(2);
});

test('while the service is down art stands in, nobody waits for it again, and the real splash comes back', async () => {
  shop.server.down();
  for (const num of [1, 2, 3]) await picture(await get(`/img/Ashe_${num}?w=330`));
  const asked = splashes().length;
  await picture(await get('/img/Ashe_4?w=330'));
  expect(splashes()).toHaveLength(asked);
  shop.server.down(false);
  shop.passSeconds(61);
  const response = await get('/img/Ashe_1?w=330');
  expect(response.headers.get('cache-control')).toContain('604800');
  expect(files.has('img/Ashe_1/source')).toBe(true);
});

test('what was loaded once is served while the service is down', async () => {
  await get('/img/Lux_10?w=330');
  shop.server.down();
  const response = await get('/img/Lux_10?w=800');
  expect(response.headers.get('cache-control')).toContain('604800');
});

test('something that is not a picture is never kept as one', async () => {
  shop.server.serve('/cdn/img/champion/splash/Ahri_7.jpg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect((await get('/img/Ahri_7?w=330')).headers.get('cache-control')).toBe('public, max-age=60');
  expect(files.has('img/Ahri_7/source')).toBe(false);
});

test('the colour of a splash is remembered at its first sight', async () => {
  await get('/img/Ahri_3?w=330');
  expect(ctx.catalog.current().findSkin('lol:Ahri:3')?.color).toMatch(/^#[0-9a-f]{6}$/);
  await shop.settled();
  await ctx.catalog.reload();
  expect(ctx.catalog.current().findSkin('lol:Ahri:3')?.color).toMatch(/^#[0-9a-f]{6}$/);
});

test('who has much drawn that nobody has seen yet waits, and still sees what is drawn', async () => {
  await picture(await get('/img/Ahri_3?w=330'));
  const { burst, refillSeconds, name } = rateLimits.pictureAddress;
  const empty = ctx.db
    .updateTable('rate_limits')
    .set({ full_at: new Date(ctx.now().getTime() + (burst + 60) * refillSeconds * 1000) });
  await empty.where('key', 'like', `${name}:%`).execute();
  const refused = await get('/img/Ahri_4?w=330');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(splashes().filter((path) => path.includes('Ahri_4'))).toEqual([]);
  await picture(await get('/img/Ahri_3?w=330'));
  await ctx.db.deleteFrom('rate_limits').execute();
  await picture(await get('/img/Ahri_4?w=330'));
});

// shows: threat 82
test('a full disk loses the cache, not the picture', async () => {
  ctx.files.write = () => Promise.reject(new Error('ENOSPC'));
  await picture(await get('/img/Ahri_3?w=330'));
  await shop.settled();
  expect(shop.logLines.some(({ event }) => event === 'files.write_failed')).toBe(true);
  const counted = shop.ctx.metrics.read().filter(({ name }) => name === 'fulgor_picture_write_seconds');
  expect(counted.map(({ labels }) => labels)).toContainEqual({ outcome: 'failed' });
});

// shows: threat 82
test(
  'a page of pictures comes while the storage is silent, and they are kept once it answers',
  { tags: 'release' },
  async () => {
    const answers = Promise.withResolvers<void>();
    const server = await startS3Server({ passed: () => answers.promise });
    // With patience for a whole day: whoever waits for the storage is never answered.
    ctx = { ...ctx, files: createS3Files(server.settings, 86_400_000), memory: createMemory(ctx.db) };
    try {
      const skins = ctx.catalog.current().skins.slice(0, 24);
      const page = await Promise.all(
        skins.map(({ championId, num }) => get(`/img/${championId}_${num}?w=330`)),
      );
      expect(page.map(({ status }) => status)).toEqual(skins.map(() => 200));
      expect(shop.logLines.some(({ event }) => event === 'files.silent')).toBe(true);
      // What waits to be written is served from there.
      const before = splashes().length;
      expect((await get(`/img/${skins[0]!.championId}_${skins[0]!.num}?w=330`)).status).toBe(200);
      expect(splashes()).toHaveLength(before);
      answers.resolve();
      await shop.settled();
      const key = pictureKey('img', skins[0]!, { width: 330, format: 'jpeg' });
      expect(await ctx.files.read(key)).not.toBeNull();
    } finally {
      answers.resolve();
      await server.close();
    }
  },
);

test('a storage that does not answer costs time, not the picture', async () => {
  ctx.files.read = () => Promise.reject(new Error('S3 GET: HTTP 503'));
  ctx.files.write = () => Promise.reject(new Error('S3 PUT: HTTP 503'));
  await picture(await get('/img/Ahri_3?w=330'));
  expect(shop.logLines.some(({ event }) => event === 'files.read_failed')).toBe(true);
});

// shows: threat 31
test.each([
  '/img/Ahri_0',
  '/img/Ahri_8',
  '/img/Ahri_9999',
  '/img/Ahri_03',
  '/img/Ahri_1.jpg',
  '/img/Ahri',
  '/img/_1',
  '/img/Nobody_1',
  '/img/ahri_1',
  '/img/constructor_1',
  '/img/__proto___1',
  '/img/Jade_Ahri_1',
  '/img/..%2f..%2fetc%2fpasswd_1',
  '/img/%2e%2e%2fAhri_1',
  '/img/..%5c..%5cAhri_1',
  '/img/../../etc/passwd',
  '/img/Ahri%00_1',
  '/img/Ahri_1%00.jpg',
  '/img/Ahri_1%0a',
  '/img/Ahri_%D9%A1',
  '/img/%EF%BC%A1hri_1',
  '/img/Ahr%C4%B1_1',
  '/img/Ahri_1%E2%80%AE',
  '/img/Ahri_1%',
  '/img/%C0%AE%C0%AE%2fAhri_1',
  `/img/${'A'.repeat(5000)}_1`,
  '/img/http:%2f%2f127.0.0.1%2f_1',
])('%s is not found, and nobody is asked for it', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(shop.server.requests).toEqual([]);
  expect(files.size).toBe(0);
});

test('with the demonstration catalogue all art is generated, under its own name, and nobody is asked', async () => {
  const real = ctx.catalog;
  await shop.emptyShelves();
  await importDemoCatalog(ctx);
  await real.reload();
  const skin = real.current().skins[0];
  const response = await get(`${skin?.splashPath}?w=480`, { accept: 'image/webp' });
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(await picture(response)).toMatchObject({ format: 'webp', width: 480 });
  expect([...files.keys()]).toEqual([`img/demo/${skin?.championId}_${skin?.num}/480.webp`]);
  expect(shop.server.requests).toEqual([]);
  expect(skin?.color).toMatch(/^#/);
});
