import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import {
  BUYER,
  fillPaymentForm,
  openSkin,
  scriptsToRun,
  signIn,
  signInOnScreen,
  signUp,
  signUpOnScreen,
} from '../steps.ts';

const toasts = (page: Page) => page.locator('[data-sonner-toast]');
const toast = (page: Page, title: string) => toasts(page).filter({ hasText: title });

/** From here on time passes only when the test lets it. Everything that was due until then has happened. */
async function stopTheClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

// shows: spec 4.2, spec 8.4, spec 8.26, spec 9.3
test(
  'at most three toasts are seen at once, and each goes after four seconds',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280 });
    await page.clock.install();
    const skin = await openSkin(page, shop, 'penedo');
    const add = page.getByRole('button', { name: 'Adicionar ao carrinho' });
    await scriptsToRun(page);
    // The toaster is loaded at the visitor's first input, and must be there before the test stops the clock.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('region', { name: /^Avisos/ })).toBeAttached();
    await stopTheClock(page);
    const addAgain = async () => {
      await add.click();
      await page.clock.runFor(100);
    };
    await addAgain();
    await expect(toast(page, 'Adicionado ao carrinho!')).toContainText(`${skin} foi adicionada ao carrinho.`);
    for (let clicks = 0; clicks < 3; clicks++) await addAgain();
    await expect(toasts(page)).toHaveCount(4);
    await expect(toasts(page).and(page.locator('[data-visible="true"]'))).toHaveCount(3);
    await expect(toast(page, 'Item já está no carrinho').first()).toContainText(`${skin} já foi adicionada.`);

    await page.clock.runFor(10_000);
    await expect(toasts(page)).toHaveCount(0);
    await addAgain();
    await page.clock.runFor(3_800);
    await expect(toast(page, 'Item já está no carrinho')).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(toasts(page)).toHaveCount(0);
  },
);

test(
  'a toaster that was lost on the way comes whole with the next press',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    await page.route(/\/assets\/toaster-/, (route) => route.abort());
    await page.goto(`${shop.url}/loja/skin/Ahri/4`);
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/toaster-'));
    await page.keyboard.press('Tab');
    await lost;
    await page.unroute(/\/assets\/toaster-/);
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await expect(toast(page, 'Adicionado ao carrinho!')).toBeVisible();
    await expect(toast(page, 'Adicionado ao carrinho!').locator('..')).toHaveCSS('position', 'fixed');
  },
);

test(
  'what is told while the toast before it about the same fades out is seen',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1280 });
    await page.addInitScript(() => {
      const item = { championName: 'Ahri', championId: 'Ahri', price: 15, splashArt: '/img/Ahri_4' };
      const items = [4, 5].map((skinNum) => ({
        ...item,
        id: `Ahri_${skinNum}`,
        skinNum,
        skinName: `Ahri ${skinNum}`,
      }));
      localStorage.setItem('fulgor-cart', JSON.stringify(items));
    });
    await page.clock.install();
    await page.goto(`${shop.url}/carrinho`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('region', { name: /^Avisos/ })).toBeAttached();
    const remove = page.getByRole('button', { name: /^Remover / });
    await expect(remove).toHaveCount(2);
    await stopTheClock(page);
    await remove.first().click();
    await page.clock.runFor(100);
    await expect(toast(page, 'Removido do carrinho')).toBeVisible();
    await page.clock.runFor(3_950);
    await expect(toast(page, 'Removido do carrinho')).toHaveAttribute('data-removed', 'true');
    await remove.click();
    await page.clock.runFor(1_000);
    const standing = toast(page, 'Removido do carrinho').and(page.locator('[data-removed="false"]'));
    await expect(standing).toBeVisible();
  },
);

// shows: spec 2.5, spec 2.20, spec 2.22, spec 4.2, spec 8.26
test('what is taken out of the cart is told', { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor();
  const skin = await openSkin(page, shop, 'barroso');
  await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
  await page.getByRole('link', { name: 'Carrinho, 1 item' }).click();
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Remover ${skin}` }).click();
  await expect(toast(page, 'Removido do carrinho')).toContainText('Item removido com sucesso.');
  await expect(page.getByText('Seu carrinho está vazio')).toBeVisible();
  await page.getByRole('link', { name: 'Explorar a loja' }).click();
  await page.waitForURL('**/loja');
});

// shows: spec 8.8, spec 8.9, spec 8.24
test(
  'the call to sign in stays until it is closed, or until somebody signs in',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const account = await signUp(await visitor(), shop);
    const page = await visitor({ width: 1280 });
    await page.clock.install();
    await openSkin(page, shop, 'bigorna');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await page.waitForURL(/\/auth\?voltar=/);
    await expect(toast(page, 'Login necessário')).toContainText(
      'Você precisa estar logado para comprar. Redirecionando...',
    );
    await page.clock.fastForward(60_000);
    await expect(toast(page, 'Login necessário')).toBeVisible();
    await toast(page, 'Login necessário').getByRole('button', { name: 'Fechar aviso' }).click();
    await expect(toasts(page)).toHaveCount(0);

    await page.goBack();
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await page.getByRole('link', { name: 'Carrinho, 1 item' }).click();
    await page.getByRole('button', { name: 'Finalizar Compra' }).click();
    await page.waitForURL(/\/auth\?voltar=.*carrinho/);
    await expect(toast(page, 'Login necessário')).toContainText(
      'Você precisa estar logado para finalizar a compra.',
    );
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Senha', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL('**/carrinho');
    await expect(toast(page, 'Login realizado!')).toContainText('Bem-vindo de volta!');
    await expect(toast(page, 'Login necessário')).toHaveCount(0);
  },
);

// Only a browser knows what a press reaches under a modal dialog.
test('a toast over an open dialog is closed by its own button, and the dialog by Voltar', async ({
  shop,
  visitor,
}) => {
  const clerk = await visitor({ width: 1280, expected: /^(Erro ao salvar produto|Sem conexão com a loja)/ });
  // Android's key 'Voltar', which this machine does not have.
  await clerk.addInitScript(() => {
    Object.assign(window, {
      CloseWatcher: class {
        onclose = () => {};
        constructor() {
          Object.assign(window, { goBack: () => this.onclose() });
        }
        destroy() {
          Object.assign(window, { goBack: () => history.back() });
        }
      },
    });
  });
  await signIn(clerk, shop, shop.staff);
  await clerk.goto(`${shop.url}/admin/produtos`);
  const openNew = () => clerk.getByRole('button', { name: 'Novo Produto' }).click();
  await openNew();
  const dialog = clerk.getByRole('dialog', { name: 'Novo Produto' });
  const name = dialog.getByLabel('Nome do Produto *');
  await name.fill('Um nome que deu trabalho');
  await dialog.getByLabel('Preço (R$) *').fill('15.5');
  await clerk.route('**/admin/produtos.data*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 503,
          json: { error: { code: 'unavailable', message: 'A loja está sem acesso.', requestId: '1' } },
        })
      : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Criar Produto' }).click();
  const failed = toast(clerk, 'Erro ao salvar produto');
  await failed.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(failed).toHaveCount(0);
  await expect(name).toHaveValue('Um nome que deu trabalho');
  // A stray press beside both takes nothing away, and still closes a dialog in which nothing was typed.
  await clerk.mouse.click(20, 450);
  await expect(name).toHaveValue('Um nome que deu trabalho');
  await clerk.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await openNew();
  await expect(dialog).toBeVisible();
  await clerk.mouse.click(20, 450);
  await expect(dialog).toHaveCount(0);
  await openNew();
  await expect(dialog).toBeVisible();
  await clerk.evaluate('goBack()');
  await expect(dialog).toHaveCount(0);
  expect(clerk.url()).toContain('/admin/produtos');
});

// shows: spec 4.5, spec 8.27
test(
  'two seconds after the payment the dialog closes and leads to the orders',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    await page.clock.install();
    const { email } = await signUp(page, shop);
    await openSkin(page, shop, 'macaranduba');
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(page, email);
    await expect(toast(page, 'QR Code gerado!')).toBeVisible();
    await stopTheClock(page);
    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    await page.clock.runFor(1_900);
    await expect(toast(page, 'Pagamento confirmado!')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(pathname);
    await page.clock.runFor(200);
    await page.waitForURL('**/dashboard/pedidos');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

// shows: spec 2.28, spec 4.1, spec 7.2, spec 8.1, spec 8.2, spec 8.23, spec 8.25
test('signing up, out and in are greeted and lead home', { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor({ expected: /^Erro no (login|cadastro)/ });
  const account = await signUpOnScreen(page, shop);
  await page.waitForURL(`${shop.url}/`);
  await expect(toast(page, 'Cadastro realizado!')).toContainText('Bem-vindo à Fulgor!');
  await page.goto(`${shop.url}/auth`);
  await page.waitForURL(`${shop.url}/`);

  await page.locator('summary', { hasText: 'Minha conta' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(toast(page, 'Logout realizado!')).toContainText('Até logo!');
  await page.waitForURL(`${shop.url}/`);

  await page.goto(`${shop.url}/auth?modo=cadastro`);
  await page.getByLabel('Nome de exibição').fill(BUYER.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  const [refused] = await Promise.all([
    page.waitForEvent('console', (message) => message.text().startsWith('Erro no cadastro')),
    page.getByRole('button', { name: 'Criar conta' }).click(),
  ]);
  expect(refused.text()).toContain('Este email já está cadastrado');
  await expect(toast(page, 'Erro ao criar conta')).toContainText('Este email já está cadastrado');

  const login = page.getByRole('tab', { name: 'Login' });
  await login.click();
  // Its fields are others: what is typed faster than the tab changes goes with the first.
  await expect(login).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await page.getByLabel('Senha', { exact: true }).fill('errada-errada');
  const [wrong] = await Promise.all([
    page.waitForEvent('console', (message) => message.text().startsWith('Erro no login')),
    page.getByRole('button', { name: 'Entrar' }).click(),
  ]);
  expect(wrong.text()).toContain('Email ou senha incorretos');
  await expect(toast(page, 'Erro ao fazer login')).toContainText('Email ou senha incorretos');
  await signInOnScreen(page, shop, account);
  await page.waitForURL(`${shop.url}/`);
});
