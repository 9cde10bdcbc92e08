import type { Page } from '@playwright/test';
import { hearConsole, inspectScreen } from '../inspect-screen.ts';
import { expect, test, type RunningShop } from '../shop.ts';
import { buy, signIn, signUp } from '../steps.ts';

const SELLING = ['/', '/loja', '/loja?q=nada-disso-existe', '/loja/skin/Ahri/4', '/carrinho'];
const READING = [
  '/sobre-nos',
  '/contato',
  '/carreiras',
  '/privacidade',
  '/termos',
  '/auth',
  '/auth?modo=cadastro',
  '/auth/recuperar',
  '/auth/nova-senha?token=abc',
  '/auth/nova-senha',
];
const MISSING = ['/nada-aqui', '/loja/skin/Ahri/999'];
const CUSTOMER = [
  '/dashboard',
  '/dashboard/pedidos',
  '/dashboard/desejos',
  '/dashboard/colecao/publica',
  '/dashboard/download',
  '/dashboard/como-utilizar',
  '/dashboard/como-utilizar?formato=video',
  '/dashboard/suporte',
  '/dashboard/perfil',
  '/pagamento-pix',
  '/pagamento-pix?amount=25&description=Vaquinha',
];
const STAFF = [
  '/admin',
  '/admin?q=ninguem',
  '/admin?from=2026-01-01&cpf=52998224725',
  '/admin?status=awaiting_payment',
  '/admin/mesa',
  '/admin/arquivos',
  '/admin/arquivos?q=ahri',
  '/admin/patch',
  '/admin/atencao',
  '/admin/produtos',
  '/admin/catalogo',
  '/admin/mensagens',
  '/admin/numeros',
  '/admin/numeros?from=2026-02-01&to=2026-02-31',
  '/admin/saude',
  '/admin/registro',
  '/admin/equipe',
];

/** Each screen: answers, is quiet in the console, passes axe, and is never wider than the window. */
async function inspect(page: Page, shop: RunningShop, paths: string[], status = 200): Promise<void> {
  const faults: string[] = [];
  const heard = hearConsole(page);
  for (const path of paths) {
    const answer = await page.goto(`${shop.url}${path}`, { waitUntil: 'load' });
    expect(answer?.status(), path).toBe(status);
    faults.push(...(await inspectScreen(page, path)));
  }
  expect(faults).toEqual([]);
  // The browser's own line for a page that answers 404, and the one that docs/specification.md §2 asks for.
  expect(heard.filter((line) => status !== 404 || !/the server responded|404 Error/.test(line))).toEqual([]);
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
  expect(found.size).toBeGreaterThan(5);
  expect(broken).toEqual([]);
}

test.describe.configure({ timeout: 240_000 });

test('the screens that sell are accessible, quiet, fit 320 px and lead nowhere that is missing', async ({
  shop,
  visitor,
}) => {
  // A browser each: a picture that is still in memory, from a screen before and wider, is taken in place of the one
  // that is fetched ahead, and after three seconds the browser complains of that.
  for (const path of SELLING) await inspect(await visitor(), shop, [path]);
  await followLinks(await visitor(), shop, SELLING);
});

test('the other public screens are accessible, quiet, fit 320 px and lead nowhere that is missing', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ expected: /404 Error/ });
  await inspect(page, shop, READING);
  await followLinks(page, shop, READING);
  await inspect(page, shop, MISSING, 404);
});

test("the customer's screens are accessible, quiet, fit 320 px and lead nowhere that is missing", async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  await buy(page, shop, email, 'Leona');
  const [order] = (await (await page.request.get(`${shop.url}/api/orders`)).json()) as { id: string }[];
  await inspect(page, shop, [...CUSTOMER, `/pagamento-pix?orderId=${order?.id}`]);
  await followLinks(page, shop, CUSTOMER);
});

test("the staff's screens are accessible, quiet, fit 320 px and lead nowhere that is missing", async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  await signIn(page, shop, shop.staff);
  await inspect(page, shop, STAFF);
  await followLinks(page, shop, STAFF);
});
