import type { Page } from '@playwright/test';
import { hearConsole, inspectScreen } from '../inspect-screen.ts';
import { expect, test, type RunningShop } from '../shop.ts';
import { buy, signIn, signUp } from '../steps.ts';

const SELLING = [
  '/',
  '/loja',
  '/loja?pagina=2',
  '/loja?q=nada-disso-existe',
  '/loja/skin/Ahri/4',
  '/carrinho',
];
const READING = [
  '/confianca',
  '/sobre-nos',
  '/contato',
  '/carreiras',
  '/privacidade',
  '/termos',
  '/api',
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
const STAFF = {
  orders: [
    '/admin',
    '/admin?q=ninguem',
    '/admin?from=2026-01-01&cpf=52998224725',
    '/admin?status=awaiting_payment',
    '/admin/mesa',
    '/admin/atencao',
    '/admin/mensagens',
    '/admin/numeros',
    '/admin/numeros?from=2026-02-01&to=2026-02-31',
  ],
  'the shop': [
    '/admin/arquivos',
    '/admin/arquivos?q=ahri',
    '/admin/estoque',
    '/admin/estoque?q=ahri&produto=lol%3AAhri%3A1',
    '/admin/patch',
    '/admin/produtos',
    '/admin/catalogo',
    '/admin/saude',
    '/admin/registro',
    '/admin/equipe',
  ],
};

/** What every visitor gets alike is kept, and comes to life under a policy without a nonce. */
const KEPT = ['/', '/loja', '/loja?pagina=2', '/loja/skin/Ahri/4', '/sobre-nos', '/contato', '/carreiras'];

/** Each screen: answers, is quiet in the console, passes axe, and is never wider than the window; its links lead on. */
async function inspect(page: Page, shop: RunningShop, paths: string[], status = 200): Promise<string[]> {
  const faults: string[] = [];
  const hrefs: string[] = [];
  const heard = hearConsole(page);
  for (const path of paths) {
    const answer = await page.goto(`${shop.url}${path}`, { waitUntil: 'load' });
    expect(answer?.status(), path).toBe(status);
    const isKept = answer?.headers()['cache-control']?.includes('s-maxage');
    if (isKept) expect(await page.locator('script[nonce], style').count(), path).toBe(0);
    hrefs.push(
      ...(await page
        .locator('a[href]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))),
    );
    faults.push(...(await inspectScreen(page, path)));
    if (!KEPT.includes(path)) continue;
    expect(isKept, path).toBe(true);
    // Without a router that runs, the link would fetch a new document.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('link', { name: /^Carrinho/ }).click();
    await page.waitForURL('**/carrinho');
    expect(await page.evaluate(() => 'sameDocument' in window), path).toBe(true);
  }
  expect(faults).toEqual([]);
  // The browser's own line for a page that answers 404, and the one that the shop writes itself.
  expect(heard.filter((line) => status !== 404 || !/the server responded|404 Error/.test(line))).toEqual([]);
  return hrefs;
}

/** Every address of this shop that the pages link to answers. */
async function follow(page: Page, shop: RunningShop, hrefs: string[]): Promise<void> {
  const found = new Set(
    hrefs.filter((href) => /^\/(?!\/)/.test(href)).map((href) => href.split('#')[0] ?? ''),
  );
  const broken: string[] = [];
  for (const href of found) {
    const answer = await page.request.get(`${shop.url}${href}`, { maxRedirects: 0 });
    if (answer.status() >= 400) broken.push(`${href}: ${answer.status()}`);
  }
  expect(found.size).toBeGreaterThan(5);
  expect(broken).toEqual([]);
}

// Beside each other: one after the other they are the longest minute of all journeys.
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

// shows: spec 2.1, spec 6.1
test('the screens that sell are accessible, quiet, fit 320 px and lead nowhere that is missing', async ({
  shop,
  visitor,
}) => {
  // A browser each: a picture that is still in memory, from a screen before and wider, is taken in place of the one
  // that is fetched ahead, and after three seconds the browser complains of that.
  const hrefs: string[] = [];
  for (const path of SELLING) hrefs.push(...(await inspect(await visitor(), shop, [path])));
  await follow(await visitor(), shop, hrefs);
});

// shows: spec 2.1, spec 6.1
test(
  'the other public screens are accessible, quiet, fit 320 px and lead nowhere that is missing',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /404 Error/ });
    await follow(page, shop, await inspect(page, shop, READING));
    await inspect(page, shop, MISSING, 404);
  },
);

// shows: spec 1.3, spec 1.4, spec 2.1
test(
  "the customer's screens are accessible, quiet, fit 320 px and lead nowhere that is missing",
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    const { email } = await signUp(page, shop);
    await buy(page, shop, email, 'Leona');
    const [order] = (await (await page.request.get(`${shop.url}/api/orders`)).json()) as { id: string }[];
    await follow(page, shop, await inspect(page, shop, [...CUSTOMER, `/pagamento-pix?orderId=${order?.id}`]));
  },
);

for (const [part, paths] of Object.entries(STAFF)) {
  // shows: spec 1.3, spec 1.4, spec 2.1
  test(
    `the staff's screens for ${part} are accessible, quiet, fit 320 px and lead nowhere that is missing`,
    { tag: '@release' },
    async ({ shop, visitor }) => {
      const page = await visitor();
      await signIn(page, shop, shop.staff);
      await follow(page, shop, await inspect(page, shop, paths));
    },
  );
}
