import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, type RunningShop } from './shop.ts';
import { buyBySimulation, signIn, signUp } from './steps.ts';

const PUBLIC = [
  '/',
  '/loja',
  '/loja?q=nada-disso-existe',
  '/loja/skin/Ahri/4',
  '/carrinho',
  '/sobre-nos',
  '/contato',
  '/carreiras',
  '/auth',
  '/auth?modo=cadastro',
  '/auth/recuperar',
];
const CUSTOMER = [
  '/dashboard',
  '/dashboard/pedidos',
  '/dashboard/download',
  '/dashboard/como-utilizar',
  '/dashboard/suporte',
  '/dashboard/perfil',
  '/pagamento-pix',
  '/pagamento-pix?amount=25&description=Vaquinha',
];
const STAFF = ['/admin', '/admin/produtos', '/admin/catalogo', '/admin/mensagens'];

/** Opens each path at three widths: axe finds nothing, and nothing is wider than the screen. */
async function inspect(page: Page, shop: RunningShop, paths: string[]): Promise<void> {
  const faults: string[] = [];
  for (const path of paths) {
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const answer = await page.goto(`${shop.url}${path}`, { waitUntil: 'load' });
      expect(answer?.status(), path).toBe(200);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (excess > 0) faults.push(`${path} at ${width}: ${excess} px too wide`);
      if (width === 320) continue;
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) {
        faults.push(`${path} at ${width}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
      }
    }
  }
  expect(faults).toEqual([]);
}

/** Every address of this shop that the pages link to answers. */
async function followLinks(page: Page, shop: RunningShop, paths: string[]): Promise<void> {
  const found = new Set<string>();
  for (const path of paths) {
    await page.goto(`${shop.url}${path}`);
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) if (/^\/(?!\/)/.test(href)) found.add(href.split('#')[0] ?? '');
  }
  const broken: string[] = [];
  for (const href of found) {
    const answer = await page.request.get(`${shop.url}${href}`, { maxRedirects: 0 });
    if (answer.status() >= 400) broken.push(`${href}: ${answer.status()}`);
  }
  expect(found.size).toBeGreaterThan(10);
  expect(broken).toEqual([]);
}

test('the public screens are accessible, fit 320 px and lead nowhere that is missing', async ({
  shop,
  visitor,
}) => {
  test.setTimeout(240_000);
  const page = await visitor();
  await inspect(page, shop, PUBLIC);
  await followLinks(page, shop, PUBLIC);
});

test("the customer's screens are accessible, fit 320 px and lead nowhere that is missing", async ({
  shop,
  visitor,
}) => {
  test.setTimeout(240_000);
  const page = await visitor();
  const { email } = await signUp(page, shop);
  await buyBySimulation(page, shop, email, 'leona');
  await inspect(page, shop, CUSTOMER);
  await followLinks(page, shop, CUSTOMER);
});

test("the staff's screens are accessible, fit 320 px and lead nowhere that is missing", async ({
  shop,
  visitor,
}) => {
  test.setTimeout(240_000);
  const page = await visitor();
  await signIn(page, shop, shop.staff);
  await inspect(page, shop, STAFF);
  await followLinks(page, shop, STAFF);
});
