import type { Page } from '@playwright/test';
import { SMALL } from '../../catalog/invented-mirror.ts';
import { expect, test, type RunningShop } from '../shop.ts';
import { openSkin, openWhole, signIn, signUp, signUpOnScreen } from '../steps.ts';

/** Holds back the answers to these addresses until `release`. */
async function hold(page: Page, url: RegExp): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(url, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  return async () => {
    release();
    await page.unroute(url);
  };
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function openHome(page: Page, shop: RunningShop): Promise<void> {
  // Once everything has been prefetched, what is held back later is the navigation's own.
  await openWhole(page, shop.url);
}

// shows: threat F15, spec 1.5, spec 2.10, spec 2.11, spec 2.29, spec 2.30
test(
  'while the store, a search or the dashboard loads, the screen says so',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280 });
    // With the index in the browser a search has nothing to wait for (shelves.spec.ts).
    await page.route('**/api/catalog-index/*', (route) => route.abort());
    await openHome(page, shop);
    let release = await hold(page, /\/loja\.data/);
    await page.getByRole('link', { name: 'Explorar Skins' }).click();
    await expect(status(page, 'Carregando skins oficiais...')).toBeVisible();
    await release();
    await expect(page.getByText(`Mostrando 24 de ${SMALL.skins} skins oficiais`)).toBeVisible();

    release = await hold(page, /\/loja\.data\?q=/);
    await page.getByPlaceholder('Pesquisar por skin ou campeão...').fill('clarimunda');
    await expect(status(page, 'Carregando skins oficiais...')).toBeVisible();
    await release();
    await expect(status(page, 'Carregando skins oficiais...')).toHaveCount(0);

    await signUpOnScreen(page, shop);
    release = await hold(page, /\/dashboard\.data/);
    await page.getByRole('banner').locator('summary').first().click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(status(page, 'Carregando sua conta...')).toHaveCount(1);
    await release();
    await expect(page.getByText('Sua coleção está vazia')).toBeVisible();
  },
);

// shows: spec 2.59, spec 2.60, spec 2.62, spec 2.69
test(
  'while the panel and its tabs load, the screen says so',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280 });
    await signIn(page, shop, shop.staff);
    await openHome(page, shop);
    let release = await hold(page, /\/admin\.data/);
    await page.getByRole('link', { name: 'STAFF' }).first().click();
    await expect(status(page, 'Verificando permissões...')).toBeVisible();
    await release();
    await expect(page.getByText('Gerencie pedidos e produtos da loja')).toBeVisible();

    release = await hold(page, /\/admin\.data/);
    await page.getByRole('link', { name: 'Concluído' }).click();
    await expect(status(page, 'Carregando pedidos...')).toBeVisible();
    await release();
    release = await hold(page, /\/admin\/produtos\.data/);
    await page.getByRole('link', { name: 'Produtos' }).click();
    await expect(status(page, 'Carregando produtos...')).toBeVisible();
    await release();
    await expect(page.getByRole('heading', { name: 'Produtos' })).toBeVisible();
  },
);

// shows: spec 2.27, spec 5.4, spec 5.5
test(
  'the buttons of login and sign-up say what they are doing',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /^Erro no (login|cadastro)/ });
    for (const [path, button, busy] of [
      ['/auth', 'Entrar', 'Entrando...'],
      ['/auth?modo=cadastro', 'Criar conta', 'Criando conta...'],
    ] as const) {
      await openWhole(page, `${shop.url}${path}`);
      const release = await hold(page, /\/auth\.data/);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('button', { name: busy })).toHaveAttribute('aria-busy', 'true');
      await release();
      await expect(page.getByRole('alert').getByText('Preencha todos os campos')).toBeVisible();
    }
  },
);

// shows: spec 1.7, spec 4.4
test(
  'the counters wait until 30% of them are seen, then run to their targets',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280, seesMotion: true });
    await page.clock.install();
    await openHome(page, shop);
    const block = page.getByRole('region', { name: 'Números da loja' });
    const running = block.locator('[aria-hidden="true"]', { hasText: /^[\d.]+\+?$/ });
    const show = (share: number) =>
      block.evaluate((element, part) => {
        const { top, height } = element.getBoundingClientRect();
        window.scrollTo({
          top: window.scrollY + top + height * part - window.innerHeight,
          behavior: 'instant',
        });
      }, share);
    await show(0.2);
    // The browser has told the page what is seen: an observer that comes later hears of it later.
    await block.evaluate(
      (element) =>
        new Promise<void>((done) => {
          new IntersectionObserver(() => done()).observe(element);
        }),
    );
    await page.clock.runFor(3_000);
    await expect(running.first()).toHaveText('0+');
    await page.clock.pauseAt(Date.now() + 60_000);
    await show(0.45);
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return running.first().textContent();
      })
      .not.toBe('0+');
    await page.clock.runFor(2_100);
    await expect(running).toHaveCount(0);
    await expect(block).toContainText('20.000+');
    await expect(block).toContainText('32.000+');
    await expect(block.locator('data[value="5"]')).toHaveText('5');
  },
);

// shows: spec 2.4
test('the logo leads home and to the top', { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor();
  await openHome(page, shop);
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }));
  await page.getByRole('banner').getByRole('link', { name: 'Fulgor' }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await openSkin(page, shop, 'clarimunda');
  await page.getByRole('banner').getByRole('link', { name: 'Fulgor' }).click();
  await page.waitForURL(`${shop.url}/`);
});

// shows: spec 2.2
test('an unknown address is logged to the console with its path', async ({ shop, visitor }) => {
  const page = await visitor({ expected: /^404 Error/ });
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('404 Error'));
  await page.goto(`${shop.url}/nada-aqui/mesmo`);
  expect((await logged).text()).toContain('/nada-aqui/mesmo');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await page.waitForURL(`${shop.url}/`);
});

// shows: spec 8.5
test(
  'a cart that cannot be read is logged and starts empty',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /^Error loading cart/ });
    await page.addInitScript(() => localStorage.setItem('fulgor-cart', '{broken'));
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error loading cart'));
    await page.goto(`${shop.url}/carrinho`);
    await logged;
    await expect(page.getByText('Seu carrinho está vazio')).toBeVisible();
  },
);

// shows: spec 2.56
test("the payment page's way back is one page back", { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor();
  await signUp(page, shop);
  await openWhole(page, `${shop.url}/sobre-nos`);
  await page.getByRole('link', { name: 'Acessar Loja' }).first().click();
  await page.waitForURL('**/loja');
  await page.goto(`${shop.url}/pagamento-pix?amount=20`);
  await expect(page.getByText('Compra na loja')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await page.waitForURL('**/loja');
});
