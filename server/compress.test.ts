import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compress } from './compress.ts';

const LONG = '<p>Uma loja de skins.</p>'.repeat(400);

function ask(answer: () => Response, acceptEncoding = 'gzip, deflate, br'): Promise<Response> {
  const app = new Hono();
  app.use(compress());
  app.get('/', answer);
  return Promise.resolve(app.request('/', { headers: { 'Accept-Encoding': acceptEncoding } }));
}

const page = (headers: Record<string, string> = {}) =>
  new Response(LONG, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } });

test('a page comes in the best encoding that the browser reads, and says so to caches', async () => {
  const brotli = await ask(() => page({ 'Content-Length': String(LONG.length), ETag: '"one"' }));
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(brotli.headers.get('vary')).toBe('Accept-Encoding');
  expect(brotli.headers.get('content-length')).toBeNull();
  expect(brotli.headers.get('etag')).toBe('W/"one"');
  const bytes = Buffer.from(await brotli.arrayBuffer());
  expect(bytes.length).toBeLessThan(LONG.length / 10);
  expect(brotliDecompressSync(bytes).toString()).toBe(LONG);

  const gzip = await ask(() => page(), 'gzip');
  expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(LONG);
  const plain = await ask(() => page(), 'identity');
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
    null,
    'Accept-Encoding',
  ]);
  expect(await plain.text()).toBe(LONG);
});

test('pictures, live events, short answers and what is compressed already stay as they are', async () => {
  for (const headers of [
    { 'Content-Type': 'image/avif' },
    { 'Content-Type': 'font/woff2' },
    { 'Content-Type': 'text/event-stream' },
    { 'Content-Type': 'application/json', 'Content-Length': '20' },
  ]) {
    const answer = await ask(() => new Response(LONG, { headers: headers as Record<string, string> }));
    expect(answer.headers.get('content-encoding'), JSON.stringify(headers)).toBeNull();
    expect(await answer.text()).toBe(LONG);
  }
  const done = await ask(() => page({ 'Content-Encoding': 'br' }));
  expect(await done.text()).toBe(LONG);
});

test('what a page has already written arrives before it is finished', async () => {
  let finish = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(LONG));
      finish = () => controller.close();
    },
  });
  const answer = await ask(() => new Response(body, { headers: { 'Content-Type': 'text/html' } }), 'gzip');
  const reader = answer.body!.pipeThrough(new DecompressionStream('gzip') as any).getReader();
  const first = (await reader.read()) as { value: Uint8Array };
  expect(new TextDecoder().decode(first.value)).toContain('Uma loja de skins.');
  finish();
  for (;;) if ((await reader.read()).done) break;
});

test('a visitor who leaves ends the page', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000))),
    cancel: () => void (cancelled = true),
  });
  const answer = await ask(() => new Response(body, { headers: { 'Content-Type': 'text/html' } }));
  const reader = answer.body!.getReader();
  await reader.read();
  await reader.cancel();
  await expect.poll(() => cancelled).toBe(true);
});
