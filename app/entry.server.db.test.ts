import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createElement, lazy, Suspense } from 'react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';

// Two screens as nobody may write them.
vi.mock('./routes/pages/careers.tsx', () => ({
  ErrorBoundary: undefined,
  default: () => {
    throw new Error('Esta tela quebra.');
  },
}));
const Late = lazy(() => Promise.resolve({ default: () => 'tarde' }));
vi.mock('./routes/pages/contact.tsx', () => ({
  ErrorBoundary: undefined,
  default: () => createElement(Suspense, null, createElement(Late)),
}));

let shop: TestContext;
let app: OpenApp;
let cookie: string;

beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  ({ cookie } = await app.signUp('canario-visitante'));
});
afterAll(() => shop.close());

const skin = () => shop.ctx.catalog.current().skins[0]!;

async function getPage(path: string, headers: Record<string, string> = {}) {
  const answer = await app.ask(path, { headers: { Cookie: cookie, ...headers } });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test.each([
  { accepted: 'gzip, br', encoding: 'br', unpack: brotliDecompressSync },
  { accepted: 'gzip', encoding: 'gzip', unpack: gunzipSync },
])(
  'a page for one visitor is a whole document, compressed: $encoding',
  async ({ accepted, encoding, unpack }) => {
    const { answer, bytes } = await getPage('/loja?inteira=1', { 'Accept-Encoding': accepted });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
    });
    const html = unpack(bytes).toString();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="pt-BR">.*<\/html>$/s);
    // The browser has nothing left to assemble: no boundary is pending or failed.
    expect(html).not.toMatch(/<!--\$[?!]-->|<template /);
  },
);

test('who reads no compression gets the page as text, and caches are told that others do not', async () => {
  const { answer, bytes } = await getPage('/loja?inteira=1');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(bytes.toString()).toContain('</html>');
});

// shows: threat F15
test('what the loaders answered is in the page, once, for the browser to take over', async () => {
  const html = (await getPage('/loja?inteira=1')).bytes.toString();
  const [data, another] = [...html.matchAll(/streamController\.enqueue\((".*?[^\\]")\);<\/script>/g)];
  expect(another).toBeUndefined();
  const values = JSON.parse(JSON.parse(data?.[1] ?? '') as string) as unknown[];
  expect(values).toEqual(
    expect.arrayContaining(['routes/store/store', 'canario-visitante@exemplo.com', skin().name]),
  );
});

test('the browser begins with the routes that the page shows', async () => {
  const html = (await getPage('/loja?inteira=1')).bytes.toString();
  const [, manifest] = /__reactRouterManifest = (\{.*?\n\});\n/s.exec(html) ?? [];
  const { routes } = JSON.parse(manifest ?? '') as { routes: Record<string, unknown> };
  expect(Object.keys(routes)).toEqual(['root', 'routes/shop-layout', 'routes/store/store']);
});

test('a page that is not there has its frame and its data too', async () => {
  const { answer, bytes } = await getPage('/nada');
  expect(answer.status).toBe(404);
  expect(bytes.toString()).toMatch(/^<!DOCTYPE html>.*streamController\.enqueue\(/s);
});

test('nothing that a visitor wrote leaves the script that hands the data over', async () => {
  const hostile = `</script><script>alert(1)</script><!-- & ' " \\ \u2028\u2029`;
  const html = (await getPage(`/loja?q=${encodeURIComponent(hostile)}`)).bytes.toString();
  expect(html).not.toMatch(/<script>|<!-- &/);
  const [, data] = /streamController\.enqueue\((".*?[^\\]")\);<\/script>/.exec(html) ?? [];
  expect(data).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(JSON.parse(data ?? '') as string)).toContain(hostile);
});

test.each([
  { screen: 'that fails', path: '/carreiras', message: 'Esta tela quebra.' },
  { screen: 'that suspends', path: '/contato', message: 'A part of /contato suspends' },
])(
  'a screen $screen on the server is logged, and the visitor gets the error page',
  async ({ path, message }) => {
    const log = vi.spyOn(shop.ctx.log, 'error').mockImplementation(() => {});
    const { answer, bytes } = await getPage(`${path}?inteira=1`);
    expect(log.mock.calls).toEqual([
      [
        'route_failed',
        expect.objectContaining({
          error: expect.objectContaining({ message: expect.stringContaining(message) as string }) as Error,
        }),
      ],
    ]);
    log.mockRestore();
    expect(answer.status).toBe(500);
    expect(bytes.toString()).toMatch(/^<!DOCTYPE html>.*Algo deu errado.*streamController\.enqueue\(/s);
    expect(bytes.toString()).not.toContain(message);
  },
);
