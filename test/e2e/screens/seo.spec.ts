import type { APIRequestContext } from '@playwright/test';
import { SMALL } from '../../catalog/invented-mirror.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';

const APP_URL = 'http://loja.exemplo';
const HOSTILE = 'Loja </script><script>alert(1)</script> & Cia';
const PUBLIC = [
  '/',
  '/loja',
  '/loja/skin/Ahri/4',
  '/sobre-nos',
  '/contato',
  '/carreiras',
  '/privacidade',
  '/termos',
  '/api',
];
const PRIVATE = ['/auth', '/auth/recuperar', '/carrinho'];

let shop: RunningShop;
test.beforeAll(async ({ catalogServer, database }) => {
  shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url, APP_URL, BRAND_NAME: HOSTILE });
});
test.afterAll(() => shop.stop());

/** The page as a crawler gets it that claims to have come by another host's name. */
async function crawl(request: APIRequestContext, path: string) {
  const answer = await request.get(`${shop.url}${path}`, {
    headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
  });
  const html = await answer.text();
  expect(html).not.toContain('evil.example');
  const attribute = (tag: string) => decode(new RegExp(`<${tag}="([^"]*)"`).exec(html)?.[1] ?? '');
  return {
    html,
    headers: answer.headers(),
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    canonical: attribute('link rel="canonical" href'),
    robots: attribute('meta name="robots" content'),
    description: attribute('meta name="description" content'),
    property: (name: string) => attribute(`meta property="${name}" content`),
    twitterCard: attribute('meta name="twitter:card" content'),
    data: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json]) =>
      JSON.parse(json ?? ''),
    ),
  };
}

const decode = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('&#x27;', "'");

test('every public page names itself, its one address and what a shared link shows', async ({ request }) => {
  const seen = new Set<string>();
  for (const path of PUBLIC) {
    const page = await crawl(request, `${path}?utm_source=x`);
    expect(page.title, path).toContain(` · ${HOSTILE}`);
    expect(page.description.length, path).toBeGreaterThan(40);
    expect(page.description.length, path).toBeLessThan(170);
    expect(page.canonical).toBe(`${APP_URL}${path}`);
    expect(page.property('og:url')).toBe(page.canonical);
    expect(page.property('og:description')).toBe(page.description);
    expect(page.property('og:image')).toMatch(/^http:\/\/loja\.exemplo\/(img|icon-512)/);
    expect(page.property('og:image:alt')).not.toBe('');
    expect(page.twitterCard).toMatch(/^summary/);
    expect(page.robots).toBe('');
    expect(page.headers['x-robots-tag']).toBeUndefined();
    seen.add(page.title).add(page.description);
  }
  expect(seen.size).toBe(2 * PUBLIC.length);
});

test(
  'the picture of a shared skin is a JPEG of the size that the page names',
  { tag: '@release' },
  async ({ request }) => {
    const skin = await crawl(request, '/loja/skin/Ahri/04');
    expect(skin.canonical).toBe(`${APP_URL}/loja/skin/Ahri/4`);
    const { pathname, search } = new URL(skin.property('og:image'));
    const picture = await request.get(`${shop.url}${pathname}${search}`, {
      headers: { Accept: 'image/avif,image/webp,*/*' },
    });
    expect(picture.headers()['content-type']).toBe('image/jpeg');
    expect(skin.property('og:image:width')).toBe('1215');
    expect(skin.property('og:image:height')).toBe('717');
  },
);

test('what belongs to one person, or is not there, stays out of search engines', async ({ request }) => {
  for (const path of PRIVATE) {
    const page = await crawl(request, path);
    expect([page.robots, page.headers['x-robots-tag'], page.canonical], path).toEqual([
      'noindex',
      'noindex',
      '',
    ]);
  }
  for (const path of ['/dashboard', '/dashboard/perfil', '/admin', '/pagamento-pix', '/api/orders']) {
    const answer = await request.get(`${shop.url}${path}`, { maxRedirects: 0 });
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex');
  }
  for (const path of ['/nada-aqui', '/loja/skin/Ahri/999']) {
    expect((await crawl(request, path)).robots, path).toBe('noindex');
  }
});

// shows: threat 27
test('a skin is offered in data that no name can break out of', async ({ request, visitor }) => {
  const { data, html, headers } = await crawl(request, '/loja/skin/Ahri/4');
  expect(html).not.toContain('<script>alert(1)');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' '(nonce|sha256)-[^;]*;/);
  const byType = new Map(data.map((block) => [block['@type'], block]));
  expect(byType.get('Product').offers).toMatchObject({
    price: '15.00',
    priceCurrency: 'BRL',
    availability: 'https://schema.org/InStock',
    seller: { name: HOSTILE },
  });
  expect(byType.get('BreadcrumbList').itemListElement).toHaveLength(3);
  const landing = await crawl(request, '/');
  expect(landing.data.map((block) => block['@type'])).toEqual(['Organization', 'FAQPage']);

  // Any refusal by the policy and any dialog would end this.
  const page = await visitor();
  page.on('dialog', () => {
    throw new Error('The name of the shop ran as a script.');
  });
  await page.goto(`${shop.url}/loja/skin/Ahri/4`);
  await expect(page.getByRole('button', { name: 'Adicionar ao carrinho' })).toBeVisible();
});

test('robots are led to a sitemap of this very shop', { tag: '@release' }, async ({ request }) => {
  const robots = await (await request.get(`${shop.url}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${APP_URL}/sitemap.xml`);
  const sitemap = await (await request.get(`${shop.url}/sitemap.xml`)).text();
  expect(sitemap.match(new RegExp(`<loc>${APP_URL}/loja/skin/`, 'g'))).toHaveLength(SMALL.skins);
});
