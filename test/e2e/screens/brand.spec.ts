import type { Page } from '@playwright/test';
import axe from 'axe-core';
import fc from 'fast-check';
import sharp from 'sharp';
import { computeTheme, NEUTRALS, refuseColor, type Neutral } from '#shop/brand/compute-theme.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';
import { buyBySimulation, openSkin, signIn, signUp } from '../steps.ts';

const LOOK = '/admin/configuracoes?capitulo=aparencia';

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent').trim());

/** A wide picture, as a brand's logo is. */
const drawLogo = () =>
  sharp({ create: { width: 600, height: 150, channels: 4, background: '#7cfc00' } })
    .png()
    .toBuffer();

async function setLook(page: Page, shop: RunningShop, values: Record<string, unknown>) {
  return page.request.put(`${shop.url}/api/admin/settings`, { headers: { Origin: shop.url }, data: values });
}

/** How much of the page moved while it was loaded. */
async function shiftOf(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shift), 200);
      }),
  );
}

/** What the theme computes of a colour is asked of 3,000 in `shop/brand`; what axe says of the page, of fewer. */
const isRelease = Boolean(process.env.RELEASE);
const COLORS = 300;

test(
  'the owner tries a look, is told of a colour that nobody can read, and wears it at once',
  { tag: '@release' },
  async ({ visitor, database, catalogServer, browser }) => {
    // All that others look at would change with it.
    const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url });
    const owner = await visitor({ width: 1440, expected: /422/ });
    await signIn(owner, shop, shop.staff);
    await owner.goto(shop.url + LOOK);
    const form = owner.getByRole('form', { name: 'Aparência' });
    await form.getByLabel('Cor', { exact: true }).fill('#1d3fbb');
    const refused = owner.getByRole('alert').filter({ hasText: 'Ninguém leria' });
    await expect(refused).toContainText('e são precisos 4,5');
    // Five screens in the nearest colour that can be read, before anything is saved.
    const preview = owner.locator('section', { hasText: 'Como fica' }).locator('> [inert]');
    await expect(preview.locator('> *')).toHaveCount(5);
    expect(
      await preview.evaluate((node) => getComputedStyle(node).getPropertyValue('--color-accent').trim()),
    ).toBe(refuseColor('#1d3fbb')?.nearest);
    await form.getByRole('button', { name: 'Salvar' }).click();
    await expect(owner.getByText('Configurações não salvas').first()).toBeVisible();
    expect(await accentOf(owner)).toBe('#ffb020');
    await form.getByLabel('Cinzas').selectOption('Quentes');
    await form.getByLabel('Letra dos títulos').selectOption('Sora');
    await form
      .getByLabel('Escolher o logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo() });
    expect(await inspectScreen(owner, 'Aparência')).toEqual([]);
    await owner.setViewportSize({ width: 1440, height: 900 });
    await refused.getByRole('button', { name: /^Usar #[\da-f]{6} e salvar$/ }).click();
    await expect(form.getByRole('status')).toHaveText('Configurações salvas.');
    await expect.poll(() => accentOf(owner)).not.toBe('#ffb020');
    const accent = await accentOf(owner);
    expect(refuseColor(accent)).toBeNull();

    const stranger = await visitor();
    await stranger.goto(shop.url);
    expect(await accentOf(stranger)).toBe(accent);
    const heading = stranger.getByRole('heading', { level: 1 });
    expect(await heading.evaluate((node) => getComputedStyle(node).fontFamily)).toMatch(/^Sora/);
    expect(await stranger.evaluate(() => document.fonts.check('700 20px Sora'))).toBe(true);
    const logo = stranger.getByRole('banner').locator('img').first();
    expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)).toBe(4);
    const manifest = (await (await stranger.request.get(`${shop.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string }[];
      background_color: string;
    };
    expect(manifest.background_color).toBe(computeTheme({ color: accent, neutral: 'quente' }).ink);
    for (const { src, sizes } of manifest.icons) {
      const picture = await stranger.request.get(shop.url + src);
      expect(picture.headers()['content-type']).toBe('image/png');
      const { width, height } = await sharp(await picture.body()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const { email } = await signUp(stranger, shop);
    await buyBySimulation(stranger, shop, email, 'serenata');
    const mail = () => shop.mails().find((text) => text.includes('Ver meus pedidos'));
    await expect.poll(mail).toContain(`background:${accent}`);
    expect(mail()).toContain('/marca/logo-');

    // Without scripts a look can be seen before it is saved too, and a refused colour is one press away.
    const storageState = await owner.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled: false, storageState });
    const page = await context.newPage();
    await page.goto(shop.url + LOOK);
    await page.getByLabel('Cor', { exact: true }).fill('#3b1fbb');
    await page.getByRole('button', { name: 'Ver antes' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Ninguém leria' })).toBeVisible();
    await expect(page.getByLabel('Cor', { exact: true })).toHaveValue('#3b1fbb');
    await page.getByRole('button', { name: /^Usar #/ }).click();
    const field = page.getByLabel('Cor', { exact: true });
    await expect(field).not.toHaveValue('#3b1fbb');
    expect(await accentOf(page)).toBe(await field.inputValue());
    await context.close();
    expect(await shop.stop()).toBe(0);
  },
);

/** What axe cannot read on the screen in these colours. */
async function findUnreadable(page: Page, color: string, neutral: Neutral): Promise<string[]> {
  return page.evaluate(
    async (tokens) => {
      for (const [name, value] of tokens)
        document.documentElement.style.setProperty(`--color-${name}`, value);
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: ['color-contrast'],
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ nodes }) =>
        nodes.map(({ target }) => `${tokens.join()} ${target.join()}`),
      );
    },
    Object.entries(computeTheme({ color, neutral })),
  );
}

test(`of ${COLORS} colours, what is saved can be read`, { tag: '@release' }, async ({ visitor, shop }) => {
  test.slow();
  const page = await visitor({ width: 360 });
  const { email } = await signUp(page, shop);
  await openSkin(page, shop, 'serenata');
  await buyBySimulation(page, shop, email, 'serenata');
  // A transition would be measured half-way.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
  const samples = fc.sample(fc.tuple(hex, fc.constantFrom(...NEUTRALS)), { numRuns: COLORS, seed: 1 });
  const screens = ['/', '/loja', '/loja/skin/Ahri/4', '/dashboard/pedidos', '/dashboard/colecao'];
  for (const [n, screen] of screens.entries()) {
    await page.goto(shop.url + screen);
    await page.evaluate(axe.source);
    expect(await findUnreadable(page, '#1d3fbb', 'frio'), screen).not.toEqual([]);
    const faults = [];
    for (const [chosen, neutral] of samples.filter((_, sample) => sample % screens.length === n))
      faults.push(...(await findUnreadable(page, refuseColor(chosen)?.nearest ?? chosen, neutral)));
    expect(faults, screen).toEqual([]);
  }
});

const BRANDS = [
  {
    brand_name: 'Maré Alta',
    brand_color: '#3ad6c5',
    brand_neutral: 'neutro',
    brand_typeface: 'archivo',
    brand_radius: 0,
  },
  {
    brand_name: 'Ateliê Rubi',
    brand_color: '#ff8a9a',
    brand_neutral: 'quente',
    brand_typeface: 'fraunces',
    brand_radius: 20,
  },
  {
    brand_name: 'Nuvem Lilás',
    brand_color: '#b79cff',
    brand_neutral: 'frio',
    brand_typeface: 'sora',
    brand_radius: 12,
  },
];

for (const brand of isRelease ? BRANDS : []) {
  test(`five screens of ${brand.brand_name} are sound, and nothing jumps`, async ({
    visitor,
    database,
    catalogServer,
  }) => {
    test.slow();
    const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url });
    try {
      const owner = await visitor({ width: 1440 });
      await signIn(owner, shop, shop.staff);
      expect((await setLook(owner, shop, brand)).status()).toBe(200);
      const buyer = await visitor({ width: 360 });
      for (const path of ['/', '/loja', '/loja/skin/Ahri/4'])
        expect(await shiftOf(buyer, shop.url + path), path).toBeLessThanOrEqual(0.02);
      const { email } = await signUp(buyer, shop);
      await openSkin(buyer, shop, 'serenata');
      await buyBySimulation(buyer, shop, email, 'serenata');
      for (const path of ['/', '/loja', '/loja/skin/Ahri/4', '/dashboard/pedidos', '/dashboard/colecao']) {
        await buyer.goto(shop.url + path);
        expect(await inspectScreen(buyer, path)).toEqual([]);
        for (const width of [360, 1440]) {
          await buyer.setViewportSize({ width, height: 900 });
          const name = [brand.brand_name, ...path.split('/'), width].filter((part) => part !== '').join('-');
          await buyer.screenshot({ path: `screenshots/${name}.png`, fullPage: true });
        }
      }
    } finally {
      expect(await shop.stop()).toBe(0);
    }
  });
}
