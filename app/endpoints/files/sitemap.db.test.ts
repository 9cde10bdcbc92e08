import { afterAll, beforeAll, expect, test } from 'vitest';
import { STATIC_PAGES, PUBLIC_PAGES } from '#app/public-pages.ts';
import { importCatalog } from '#shop/catalog/import/import-catalog.ts';
import type { ShopContext } from '#shop/context.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import { SMALL } from '#test/catalog/invented-mirror.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as manifest } from './manifest.ts';
import { loader as robots } from './robots.ts';
import { loader as sitemap } from './sitemap.ts';

let shop: CatalogTestContext;
beforeAll(async () => {
  shop = await createCatalogTestContext();
});
afterAll(() => shop.close());

const get = (loader: (args: never) => Response, ctx: ShopContext = shop.ctx) =>
  callRoute(loader, { context: contextFor(ctx, null) });

async function listed(): Promise<string[]> {
  const answer = await get(sitemap);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '');
}

test('the sitemap holds every public page and every skin, before and after an import', async () => {
  const pages = [...STATIC_PAGES, PUBLIC_PAGES.store].map((path) => `http://localhost:3000${path}`);
  const demo = await listed();
  expect(demo).toEqual(expect.arrayContaining(pages));
  expect(demo).toHaveLength(pages.length + shop.ctx.catalog.current().skins.length);

  await importCatalog(shop.ctx, { policy: QUICK });
  const catalog = shop.ctx.catalog.current();
  const real = await listed();
  expect(real).toHaveLength(pages.length + catalog.skins.length);
  expect(new Set(real).size).toBe(real.length);
  expect(catalog.skins.length).toBe(SMALL.skins);
  expect(real).toContain('http://localhost:3000/loja/skin/Ahri/1');
  const text = await (await get(sitemap)).text();
  expect(text).toContain(`<lastmod>${catalog.importedAt.toISOString()}</lastmod>`);
});

test('without a catalogue the sitemap asks to come back instead of taking the skins away', async () => {
  const catalog = { ...shop.ctx.catalog, ready: () => false };
  const answer = await get(sitemap, { ...shop.ctx, catalog });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
});

test('robots are kept out of what is private and led to the sitemap', async () => {
  const answer = await get(robots);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await answer.text()).split('\n');
  for (const path of ['/admin', '/dashboard', '/api/']) expect(lines).toContain(`Disallow: ${path}`);
  // Their `noindex` is for whoever may read them.
  for (const path of ['/auth', '/carrinho', '/pagamento-pix']) {
    expect(lines).not.toContain(`Disallow: ${path}`);
  }
  expect(lines).not.toContain('Disallow: /');
  expect(lines).toContain('Sitemap: http://localhost:3000/sitemap.xml');
});

test('the manifest carries the name of the brand', async () => {
  const settings = { ...shop.ctx.settings, brandName: 'Loja "da" Bia' };
  const answer = await get(manifest, { ...shop.ctx, settings });
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(await answer.json()).toMatchObject({ name: 'Loja "da" Bia', lang: 'pt-BR', start_url: '/' });
});
