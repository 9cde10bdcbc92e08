import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { BUYER, buy, openSkin, openWhole, reconnect, scriptsToRun, signIn, signUp } from '../steps.ts';

const toast = (page: Page, title: string) => page.locator('[data-sonner-toast]').filter({ hasText: title });

/** The line of the console that begins so. The specification asks for it beside the toast. */
const logged = (page: Page, beginning: string) =>
  page.waitForEvent('console', (message) => message.text().startsWith(beginning));

/** Has the shop refuse these calls as it does while its database is away. */
async function refuse(page: Page, url: string, method: string): Promise<() => Promise<void>> {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          json: {
            error: {
              code: 'unavailable',
              message: 'A loja está sem acesso aos dados agora.',
              requestId: '1',
            },
          },
        })
      : route.continue(),
  );
  return () => page.unroute(url);
}

// shows: spec 2.66, spec 2.67, spec 2.68, spec 4.7, spec 5.10, spec 8.18, spec 8.29
test('links that could not be sent stay typed, the toast stays, and the second try sends them', async ({
  shop,
  visitor,
}) => {
  const buyer = await visitor();
  const { email } = await signUp(buyer, shop);
  await buy(buyer, shop, email, 'Taric');
  const clerk = await visitor({ width: 1280, expected: /^(?:Erro ao enviar links|Sem conexão com a loja)/ });
  await clerk.clock.install();
  await signIn(clerk, shop, shop.staff);
  await clerk.goto(`${shop.url}/admin?q=${encodeURIComponent(email)}`);
  await clerk.getByRole('button', { name: 'Enviar Links' }).click();
  const dialog = clerk.getByRole('dialog', { name: 'Enviar Links de Download' });
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible();
  const link = dialog.getByRole('textbox').first();
  await expect(link).toHaveAttribute('type', 'url');
  await link.fill('https://arquivos.exemplo.com/taric.zip');
  const mend = await refuse(clerk, '**/admin.data*', 'POST');
  const line = logged(clerk, 'Erro ao enviar links');
  await dialog.getByRole('button', { name: 'Enviar Links e Concluir' }).click();
  await line;
  await expect(toast(clerk, 'Erro ao enviar links')).toContainText(
    'Não foi possível enviar os links de download.',
  );
  await expect(dialog.getByRole('alert')).toContainText('O que você digitou foi mantido.');
  await clerk.clock.fastForward(60_000);
  await expect(toast(clerk, 'Erro ao enviar links')).toBeVisible();
  await expect(link).toHaveValue('https://arquivos.exemplo.com/taric.zip');

  await mend();
  await dialog.getByRole('button', { name: 'Enviar Links e Concluir' }).click();
  await expect(toast(clerk, 'Links enviados!')).toContainText(
    'Os links foram salvos e as skins adicionadas à coleção do cliente.',
  );
  await expect(toast(clerk, 'Erro ao enviar links')).toHaveCount(0);

  await clerk.getByRole('button', { name: 'Ver Links' }).click();
  const sent = clerk.getByRole('dialog', { name: 'Links de Download', exact: true });
  await expect(sent).toContainText('Visualize ou edite os links de download enviados ao cliente.');
  await expect(sent.getByRole('textbox').first()).not.toBeEditable();
  await sent.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await expect(sent).toHaveCount(0);
});

// shows: spec 2.72, spec 2.74, spec 5.9, spec 8.20, spec 8.21, spec 8.29
test(
  'a product that could not be saved or deleted says so, and the second try works',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const clerk = await visitor({ width: 1280, expected: /^(Erro ao (salvar|excluir) produto|Sem conexão)/ });
    await signIn(clerk, shop, shop.staff);
    const name = `Produto ${Date.now()}`;
    const created = await clerk.request.post(`${shop.url}/api/admin/products`, {
      headers: { Origin: shop.url },
      data: { name, price: 15 },
    });
    expect(created.status()).toBe(201);
    await clerk.goto(`${shop.url}/admin/produtos`);
    const card = clerk.getByRole('article').filter({ hasText: name });
    await card.getByRole('button', { name: 'Editar' }).click();
    const dialog = clerk.getByRole('dialog', { name: 'Editar Produto' });
    await dialog.getByLabel('Descrição').fill('Uma descrição que deu trabalho.');
    for (const label of ['URL da Imagem', 'URL de Download']) {
      await expect(dialog.getByLabel(label)).toHaveAttribute('type', 'url');
    }
    await expect(dialog.getByLabel('Preço (R$) *')).toHaveAttribute('step', '0.01');
    await expect(dialog.getByLabel('Descrição')).toHaveAttribute('rows', '3');
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible();
    let mend = await refuse(clerk, '**/admin/produtos.data*', 'POST');
    let line = logged(clerk, 'Erro ao salvar produto');
    await dialog.getByRole('button', { name: 'Atualizar Produto' }).click();
    await line;
    await expect(toast(clerk, 'Erro ao salvar produto')).toContainText('Não foi possível salvar o produto.');
    await expect(dialog.getByLabel('Descrição')).toHaveValue('Uma descrição que deu trabalho.');
    await mend();
    await dialog.getByRole('button', { name: 'Atualizar Produto' }).click();
    await expect(toast(clerk, 'Produto atualizado!')).toContainText('O produto foi atualizado com sucesso.');
    await expect(card).toContainText('Uma descrição que deu trabalho.');

    mend = await refuse(clerk, '**/admin/produtos.data*', 'POST');
    await card.getByRole('button', { name: `Excluir ${name}` }).click();
    const question = clerk.getByRole('dialog', { name: 'Excluir produto' });
    line = logged(clerk, 'Erro ao excluir produto');
    await question.getByRole('button', { name: 'Excluir', exact: true }).click();
    await line;
    await expect(toast(clerk, 'Erro ao excluir produto')).toContainText(
      'Não foi possível excluir o produto.',
    );
    await mend();
    await question.getByRole('button', { name: 'Excluir', exact: true }).click();
    await expect(toast(clerk, 'Produto excluído')).toContainText('O produto foi removido com sucesso.');
    await expect(card).toHaveCount(0);
  },
);

// shows: spec 8.14, spec 8.15
test(
  'without a connection login, name and password keep what was typed',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({
      width: 1280,
      expected: /^Erro (ao|no) |ERR_INTERNET_DISCONNECTED/,
    });
    const account = await signUp(await visitor(), shop);
    const kept = page.getByRole('alert').getByText(/A loja não respondeu\. O que você digitou foi mantido/);
    await openWhole(page, `${shop.url}/auth`);
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Senha', { exact: true }).fill(account.password);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(kept).toBeVisible();
    await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(account.password);
    await reconnect(page);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(toast(page, 'Login realizado!')).toBeVisible();

    await openWhole(page, `${shop.url}/dashboard/perfil`);
    await page.getByLabel('Nome de exibição').fill('Nome que deu trabalho');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(toast(page, 'Erro ao atualizar perfil')).toBeVisible();
    await expect(kept).toBeVisible();
    await expect(page.getByLabel('Nome de exibição')).toHaveValue('Nome que deu trabalho');
    await reconnect(page);

    const comes = page.waitForResponse(/\/assets\/change-password-/);
    await page.getByRole('button', { name: 'Alterar senha' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Senha atual').fill(account.password);
    await dialog.getByLabel('Nova senha', { exact: true }).fill('segredo2');
    await dialog.getByLabel('Repita a nova senha').fill('segredo2');
    await (await comes).finished();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Alterar senha' }).click();
    await expect(toast(page, 'Erro ao alterar senha')).toBeVisible();
    await expect(dialog.getByLabel('Senha atual')).toHaveValue(account.password);
    await reconnect(page);
    await dialog.getByRole('button', { name: 'Alterar senha' }).click();
    await expect(toast(page, 'Senha alterada!')).toBeVisible();
  },
);

// shows: spec 8.13
test('pictures that could not be sent say so', async ({ shop, visitor }) => {
  const page = await visitor({ width: 1280, expected: /^Erro ao atualizar (avatar|capa)/ });
  await signUp(page, shop);
  await openWhole(page, `${shop.url}/dashboard/perfil`);
  await refuse(page, '**/dashboard/perfil/imagem/*', 'POST');
  const file = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('png') };
  for (const [label, title] of [
    ['Trocar avatar', 'Erro ao atualizar avatar'],
    ['Trocar capa', 'Erro ao atualizar capa'],
  ] as const) {
    const line = logged(page, title);
    await page.getByLabel(label, { exact: true }).and(page.locator('input')).setInputFiles(file);
    await line;
    await expect(toast(page, title)).toContainText('A loja está sem acesso aos dados agora.');
  }
});

test('a screen that loses its connection stays, and comes up to date when it is back', async ({
  shop,
  visitor,
}) => {
  // The router too notices that it cannot look ahead for links.
  const page = await visitor({ expected: /ERR_INTERNET_DISCONNECTED|manifest patches/ });
  await signUp(page, shop);
  await page.goto(`${shop.url}/dashboard/pedidos`, { waitUntil: 'load' });
  await scriptsToRun(page);
  // Another screen in between, and this one drawn anew, would come without the mark.
  await page.getByText('Nenhum pedido encontrado').evaluate((element) => (element.id = 'stayed'));
  await page.context().setOffline(true);
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await asked;
  await reconnect(page);
  const refreshed = page.waitForResponse((response) => response.url().includes('/dashboard/pedidos.data'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect((await refreshed).ok()).toBe(true);
  await expect(page.locator('#stayed')).toHaveText(/Nenhum pedido encontrado/);
});

test(
  'a cart that cannot be checked is shown as it was kept',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ expected: /^Error checking cart/ });
    await page.addInitScript(() => {
      const item = {
        id: 'Ahri_4',
        skinName: 'Ahri Guardada',
        championName: 'Ahri',
        skinNum: 4,
        championId: 'Ahri',
      };
      localStorage.setItem('fulgor-cart', JSON.stringify([{ ...item, price: 15, splashArt: '/img/Ahri_4' }]));
    });
    await page.route('**/carrinho/conferir*', (route) => route.abort());
    const line = logged(page, 'Error checking cart');
    await page.goto(`${shop.url}/carrinho`);
    await line;
    await expect(page.getByText('Ahri Guardada')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Finalizar Compra' })).toBeVisible();
  },
);

for (const [from, button] of [
  ['the skin', 'Comprar agora'],
  ['the cart', 'Finalizar Compra'],
] as const) {
  test(
    `a payment that cannot be opened from ${from} says so, stays asked for while it is on its way, and opens at the next press`,
    { tag: '@release' },
    async ({ shop, visitor }) => {
      const page = await visitor({ expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ });
      await signUp(page, shop);
      await openSkin(page, shop, 'turmalina');
      if (from === 'the cart') {
        await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
        // Pressed before the scripts are there, it is in the cart only once they are.
        await expect(page.getByText('Adicionado ao carrinho!')).toBeVisible();
        await page.goto(`${shop.url}/carrinho`);
      }
      await scriptsToRun(page);
      const dialogScripts = /\/assets\/payment-dialog-.*\.js$/;
      await page.route(dialogScripts, (route) => route.abort());
      const buy = page.getByRole('button', { name: button });
      await buy.click();
      const told = toast(page, 'Não foi possível abrir o pagamento');
      await expect(told).toContainText('A loja foi atualizada.');
      await expect(told.getByRole('button', { name: 'Atualizar' })).toBeVisible();
      await expect(buy).not.toHaveAttribute('aria-busy');
      await page.route('**/readyz', (route) => route.abort());
      await buy.click();
      await expect(told).toContainText('Verifique sua conexão e tente de novo.');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.unroute('**/readyz');
      await page.unroute(dialogScripts);
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(dialogScripts, async (route) => {
        await held;
        await route.continue();
      });
      await buy.click();
      await expect(buy).toHaveAttribute('aria-busy', 'true');
      release();
      await expect(page.getByRole('dialog', { name: 'Pagamento por PIX' })).toBeVisible();
      await expect(page.getByLabel('Nome completo')).toHaveValue(BUYER.name);
    },
  );
}
