import { expect, test } from '../shop.ts';
import { reconnect, signUpOnScreen } from '../steps.ts';

test(
  'without a connection the shop says so in its own words, and goes on when it is back',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /ERR_INTERNET_DISCONNECTED/ });
    await page.goto(shop.url);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

    await page.context().setOffline(true);
    await page.goto(`${shop.url}/loja?q=iacema`);
    await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();
    await expect(page.getByText('seu carrinho está guardado neste aparelho')).toBeVisible();
    await expect(page).toHaveTitle(/^Sem conexão · /);
    expect(
      await page.evaluate(() => document.fonts.load('700 36px Heading').then((fonts) => fonts.length)),
    ).toBe(1);
    await page.evaluate(() => (document.body.id = 'before-the-retry'));
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.locator('#before-the-retry')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();

    // The page notices the connection without a click.
    await reconnect(page);
    await expect(page.getByRole('heading', { name: 'Loja de skins' })).toBeVisible();
    await expect(page.getByPlaceholder('Pesquisar por skin ou campeão...')).toHaveValue('iacema');
  },
);

test(
  'a connection that is back before the page listens is found a little later',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /ERR_INTERNET_DISCONNECTED/ });
    await page.goto(shop.url);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => true });
      addEventListener('online', (event) => event.stopImmediatePropagation());
    });
    await page.clock.install();
    await page.context().setOffline(true);
    await page.goto(`${shop.url}/loja?q=iacema`);
    await expect(page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible();
    await page.context().setOffline(false);
    await page.clock.runFor(6_000);
    await expect(page.getByRole('heading', { name: 'Loja de skins' })).toBeVisible();
  },
);

test('the service worker keeps the offline page and its fonts, and nothing that somebody looked at', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  const { email } = await signUpOnScreen(page, shop);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  for (const path of ['/', '/loja', '/dashboard/pedidos', '/dashboard/perfil']) {
    await page.goto(`${shop.url}${path}`);
  }
  const kept = await page.evaluate(async () => {
    const files: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        files.push({ path: new URL(request.url).pathname, text: (await answer?.text()) ?? '' });
      }
    }
    return files;
  });
  expect(kept.map(({ path }) => path.replace(/-[\w-]{8}\./, '.')).toSorted()).toEqual([
    '/assets/bricolage-grotesque.woff2',
    '/assets/inter.woff2',
    '/sem-conexao',
  ]);
  for (const { text } of kept) expect(text).not.toContain(email);
});

test(
  'a new version takes the place of the old one and throws its files away',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    // What an older build left behind, and what belongs to somebody else.
    await page.goto(`${shop.url}/robots.txt`);
    await page.evaluate(async () => {
      await caches.open('offline-of-an-older-build');
      await caches.open('another');
    });
    await page.goto(shop.url);
    const names = () => page.evaluate(() => caches.keys());
    await expect.poll(names).toEqual(['another', expect.stringMatching(/^offline-[0-9a-f]{12}$/)]);
  },
);

test(
  'the manifest makes the shop installable, in Portuguese, with icons of its own',
  { tag: '@release' },
  async ({ shop, request }) => {
    const answer = await request.get(`${shop.url}/manifest.webmanifest`);
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ lang: 'pt-BR', start_url: '/', scope: '/', display: 'standalone' });
    const sizes: string[] = [];
    for (const icon of manifest.icons) {
      const file = await request.get(`${shop.url}${icon.src}`);
      expect(file.headers()['content-type']).toBe(icon.type);
      const png = await file.body();
      // Width and height stand at bytes 16 and 20 of a PNG.
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(icon.sizes);
      sizes.push(`${icon.sizes} ${icon.purpose}`);
    }
    expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  },
);
