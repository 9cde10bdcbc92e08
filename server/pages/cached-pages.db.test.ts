import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATIC_PAGES } from '#app/public-pages.ts';
import { skinPath } from '#app/ui/skin/skin-path.ts';
import { createProduct, updateProduct } from '#shop/products/save-product.ts';
import { GROWN } from '#test/catalog/invented-mirror.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { makeStaff } from '#test/make-staff.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { MAX_BYTES } from './page-cache.ts';

let shop: TestContext;
let app: OpenApp;
let visitor: { cookie: string; id: string; email: string };
let page: string;

beforeAll(async () => {
  shop = await createTestContext();
  // As server/context.ts does in every process.
  const { live, catalog, inBackground } = shop.ctx;
  live.subscribe('catalog', () => inBackground('reload_catalog', () => catalog.reload()));
  app = await openApp(shop);
  visitor = await app.signUp('canario-visitante');
  page = skinPath(skin());
});
afterAll(() => shop.close());

/** More than those that are kept beside the policy have together. */
const OTHER_HEADERS = 1_000;

const skin = () => shop.ctx.catalog.current().skins[0]!;
const PAGES = () => [...STATIC_PAGES, '/loja', '/loja?pagina=2', page];

/** A cache between shop and visitors that takes every liberty RFC 9111 gives a shared one. */
function putCacheInFront() {
  const kept = new Map<string, { sent: Headers; answer: Response }[]>();
  return async (path: string, headers: Record<string, string> = {}) => {
    const sent = new Headers(headers);
    const fits = kept.get(path)?.find(({ sent: first, answer }) =>
      (answer.headers.get('vary') ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
        .every((name) => first.get(name) === sent.get(name)),
    );
    if (fits) return { hit: true, answer: fits.answer.clone() };
    const answer = await app.ask(path, { headers });
    const control = answer.headers.get('cache-control') ?? '';
    if (/s-maxage=[1-9]|(?<!s-)max-age=[1-9]/.test(control) && !/no-store|private/.test(control)) {
      kept.set(path, [...(kept.get(path) ?? []), { sent, answer: answer.clone() }]);
    }
    return { hit: false, answer };
  };
}

// shows: threat 36
test('through a cache, nobody gets the page of whoever asked before them', async () => {
  for (const path of PAGES()) {
    for (const isSignedInFirst of [true, false]) {
      const ask = putCacheInFront();
      const order = isSignedInFirst ? [visitor.cookie, ''] : ['', visitor.cookie];
      for (const cookie of [...order, ...order]) {
        const { answer } = await ask(path, cookie ? { Cookie: cookie } : {});
        const html = await answer.text();
        const label = `${path}, ${cookie ? 'signed in' : 'anonymous'}`;
        expect.soft(answer.status, label).toBe(200);
        expect.soft(html.includes('canario'), label).toBe(cookie !== '');
        expect.soft(html.includes('Fazer Login'), label).toBe(cookie === '');
        expect.soft(answer.headers.getSetCookie(), label).toEqual([]);
      }
      // The cache did its work for those without a cookie, and for them alone.
      expect.soft((await ask(path)).hit, path).toBe(true);
      expect.soft((await ask(path, { Cookie: visitor.cookie })).hit, path).toBe(false);
    }
  }
});

test('any cookie of the shop, whatever is in it, is answered by the shop itself', async () => {
  for (const cookie of [
    visitor.cookie,
    'fulgor.session_token=falso',
    '__Host-fulgor.session_token=falso',
    'fulgor.two_factor=x',
    'a=b; fulgor.session_token=x',
  ]) {
    const answer = await app.ask('/loja', { headers: { Cookie: cookie } });
    expect(answer.headers.get('cache-control'), cookie).toBe('private, no-store');
    expect(answer.headers.get('content-security-policy'), cookie).toContain("'nonce-");
    expect(answer.headers.get('etag'), cookie).toBeNull();
  }
  const etag = (await app.ask('/loja')).headers.get('etag') ?? '';
  const known = await app.ask('/loja', { headers: { Cookie: visitor.cookie, 'If-None-Match': etag } });
  expect(known.status).toBe(200);
  const other = await app.ask('/loja', { headers: { Cookie: '_ga=1' } });
  expect(other.headers.get('etag')).toBe(etag);
});

test('the policy of a cached page allows each of its scripts by hash, and nothing else inline', async () => {
  for (const path of PAGES()) {
    const answer = await app.ask(path);
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const sources = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    const scripts = [
      ...html.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(scripts.length, path).toBeGreaterThan(2);
    const hashes = scripts.map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect([...sources].toSorted(), path).toEqual(["'self'", ...new Set(hashes)].toSorted());
    expect(policy + html, path).not.toMatch(/nonce[-=]|unsafe-inline'(?=[^;]*script)|unsafe-eval/);
  }
});

test('what the visitor has already is answered by 304, with the headers that belong to it', async () => {
  const first = await app.ask('/loja');
  const etag = first.headers.get('etag') ?? '';
  for (const tags of [etag, `"outra", ${etag}`]) {
    const known = await app.ask('/loja', { headers: { 'If-None-Match': tags } });
    expect(known.status).toBe(304);
    expect(await known.text()).toBe('');
    for (const name of ['etag', 'cache-control', 'vary', 'content-security-policy', 'x-content-type-options'])
      expect(known.headers.get(name), name).toBe(first.headers.get(name));
    expect(known.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  }
  const changed = await app.ask('/loja', { headers: { 'If-None-Match': '"outra"' } });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30');
});

test('brotli, gzip and plain are the same page, HEAD is the same without it', async () => {
  const ask = (encoding: string, method = 'GET') =>
    app.ask('/loja', { method, headers: { 'Accept-Encoding': encoding } });
  const plain = Buffer.from(await (await ask('identity')).arrayBuffer());
  const brotli = await ask('gzip, br');
  const head = await ask('gzip, br', 'HEAD');
  const zipped = await ask('gzip');
  expect([brotli, zipped].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip']);
  const bytes = Buffer.from(await brotli.arrayBuffer());
  expect(brotliDecompressSync(bytes).equals(plain)).toBe(true);
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).equals(plain)).toBe(true);
  expect(plain.toString()).toContain('Loja de skins');
  expect(head.headers.get('content-length')).toBe(String(bytes.length));
  expect(head.headers.get('content-encoding')).toBe('br');
  expect(await head.text()).toBe('');
  expect((await app.ask('/loja', { method: 'POST' })).status).toBe(403);
});

test('a cached page carries the headers of every page, an id of its own and a line in the log', async () => {
  await app.ask('/loja');
  shop.logLines.length = 0;
  const kept = await app.ask('/loja');
  const rendered = await app.ask('/loja', { headers: { Cookie: visitor.cookie } });
  const own = new Set(['etag', 'content-length', 'vary', 'content-security-policy', 'cache-control']);
  for (const [name, value] of rendered.headers) {
    if (own.has(name) || name === 'x-request-id') expect.soft(kept.headers.has(name), name).toBe(true);
    else expect.soft(kept.headers.get(name), name).toBe(value);
  }
  expect(shop.logLines.filter(({ event }) => event === 'request')[0]?.fields).toMatchObject({
    requestId: kept.headers.get('x-request-id'),
    method: 'GET',
    path: '/loja',
    status: 200,
  });
});

test('advertisers’ parameters share one page, all else that strangers write is rendered for them alone', async () => {
  const etag = (await app.ask('/loja')).headers.get('etag');
  expect(etag).toMatch(/^W\/"/);
  for (const path of ['/loja?utm_source=veneno', '/loja?pagina=1&ordem=', '/loja?campeao=&gclid=1'])
    expect((await app.ask(path)).headers.get('etag'), path).toBe(etag);
  for (const path of [
    '/loja?veneno=1',
    '/loja?q=veneno',
    '/loja?pagina=99',
    '/loja?campeao=veneno',
    '/LOJA',
  ]) {
    const answer = await app.ask(path);
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')], path).toEqual([
      null,
      'private, no-store',
    ]);
  }
  expect((await app.ask('/loja?pagina=2')).headers.get('etag')).not.toBe(etag);
});

test('a crawler that walks through all skins of the real catalogue finds them kept the next time', async () => {
  const { skins } = shop.ctx.catalog.current();
  const sizes = await Promise.all(
    skins.slice(0, 12).map(async (each) => {
      const answer = await app.ask(skinPath(each), { headers: { 'Accept-Encoding': 'br' } });
      const policy = answer.headers.get('content-security-policy') ?? '';
      return Number(answer.headers.get('content-length')) + policy.length + OTHER_HEADERS;
    }),
  );
  expect(GROWN.skins * Math.max(...sizes)).toBeLessThan(MAX_BYTES);
});

let product: string;

test('a change of a product is on the next page that anybody is shown', async () => {
  await makeStaff(shop, visitor.email);
  const { sku } = skin();
  const read = async () => (await app.ask(page)).text();
  expect(await read()).not.toContain('Indisponível');
  const created = await createProduct(shop.ctx, {
    actorUserId: visitor.id,
    name: 'Produto',
    priceCents: 1500,
    sku,
    isActive: false,
  });
  if (!created.ok) throw new Error(created.reason);
  product = created.id;
  await expect.poll(read).toContain('Indisponível');
  expect(await (await app.ask('/loja')).text()).toContain('Indisponível');
});

test('a change of a price drops what was rendered before it', async () => {
  const read = async () => (await app.ask(page)).text();
  const color = '#123456';
  expect(await read()).not.toContain(color);
  const { sku } = skin();
  await shop.ctx.db.insertInto('splash_colors').values({ sku, color }).execute();
  // Nobody was told of that: the cached page stands.
  expect(await read()).not.toContain(color);
  await updateProduct(shop.ctx, { actorUserId: visitor.id, productId: product, priceCents: 2500 });
  await expect.poll(read).toContain(color);
});
