import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogIndex } from '#shop/catalog/search/catalog-index.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader } from './catalog-index.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

const ask = (digest: string, acceptEncoding = 'gzip, br') =>
  callRoute(loader, {
    request: new Request(`http://localhost:3000/api/catalog-index/${digest}`, {
      headers: { 'Accept-Encoding': acceptEncoding },
    }),
    params: { digest },
    context: contextFor(shop.ctx, null),
  });

test('under its digest the index may be kept for ever, compressed for who reads that', async () => {
  const { digest, json } = catalogIndex(shop.ctx);
  const answer = await ask(digest);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(json);
  for (const refusing of ['gzip', '', 'br;q=0', 'gzip, br; q=0.0', 'abr']) {
    const plain = await ask(digest, refusing);
    expect(plain.headers.get('content-encoding'), refusing).toBeNull();
    expect(await plain.text()).toBe(json);
  }
  expect((await ask(digest, 'gzip;q=0.5, BR;q=0.8')).headers.get('content-encoding')).toBe('br');
});

test('under another digest the current index is answered, and kept by nobody', async () => {
  const answer = await ask('uma-versao-velha', '');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.json()).toMatchObject({ version: catalogIndex(shop.ctx).digest });
});

test('what is no digest is not found, and an empty shop says so', async () => {
  for (const digest of ['x', '..', 'a'.repeat(17), `${'a'.repeat(15)}!`]) {
    expect((await ask(digest)).status, digest).toBe(404);
  }
  const catalog = { ...shop.ctx.catalog, ready: () => false };
  const answer = await callRoute(loader, {
    params: { digest: 'a'.repeat(16) },
    context: contextFor({ ...shop.ctx, catalog }, null),
  });
  expect(answer.status).toBe(503);
});
