import type { Page } from '@playwright/test';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, test, type RunningShop } from '../shop.ts';
import { BUYER, buy, openSkin, signIn, signUp } from '../steps.ts';

test.describe.configure({ timeout: 240_000 });

/** Opened on a phone, inspected, closed with Escape: the focus is back where it was. */
async function inspectOpened(page: Page, name: string, opener: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name: opener }).first();
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await inspectScreen(page, name)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
}

async function inspectMenu(page: Page, name: string, summary: string): Promise<void> {
  const menu = page.locator(summary);
  await menu.click();
  expect(await inspectScreen(page, name)).toEqual([]);
  await page.keyboard.press('Escape');
}

test('menus of visitors and customers, open', { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor({ width: 360 });
  await page.goto(shop.url);
  await inspectMenu(page, "visitor's menu", 'header summary[aria-label="Menu"]');
  const customer = await visitor({ width: 360 });
  await signUp(customer, shop);
  await customer.goto(`${shop.url}/dashboard`);
  await inspectMenu(customer, 'account menu', 'header summary >> nth=0');
});

test(
  'the payment dialog: form, form with errors, code, success',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 360 });
    await signUp(page, shop);
    await openSkin(page, shop, 'ampulheta');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await page.getByLabel('Nome completo').waitFor();
    expect(await inspectScreen(page, 'payment form')).toEqual([]);
    await page.getByRole('button', { name: /gerar/i }).click();
    await expect(page.getByText('CPF/CNPJ inválido')).toBeVisible();
    expect(await inspectScreen(page, 'payment form with errors')).toEqual([]);
    await page.getByLabel(/celular/i).fill(BUYER.cellphone);
    await page.getByLabel(/CPF/i).fill(BUYER.taxId);
    await page.getByRole('button', { name: /gerar/i }).click();
    await expect(page.getByRole('img', { name: 'QR Code do PIX' })).toBeVisible();
    expect(await inspectScreen(page, 'code')).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    expect((await page.getByRole('img', { name: 'QR Code do PIX' }).boundingBox())?.width).toBeGreaterThan(
      220,
    );

    // Two more ends, as the gateway would tell them. A success stays only on the payment page: see screens.spec.ts.
    for (const [status, headline] of [
      ['expired', 'O código PIX expirou'],
      ['held', 'Pagamento em análise'],
    ] as const) {
      await page.route('**/api/payments/*', (route) =>
        route.fulfill({ json: { id: route.request().url().split('/').at(-1), status } }),
      );
      await page.getByRole('button', { name: 'Já paguei' }).click();
      await expect(page.getByText(headline)).toBeVisible();
      await page.unroute('**/api/payments/*');
      expect(await inspectScreen(page, status)).toEqual([]);
    }
  },
);

test("the customer's profile dialogs", { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor({ width: 360 });
  await signUp(page, shop);
  await page.goto(`${shop.url}/dashboard/perfil`);
  await inspectOpened(page, 'change password', 'Alterar senha');
  await inspectOpened(page, 'delete account', 'Excluir conta');
});

test(
  "the staff's dialogs: send links, sent links, new product, delete product",
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Morgana');
    const clerk = await visitor({ width: 360 });
    await signIn(clerk, shop, shop.staff);
    await openOrders(clerk, shop, email);
    await inspectOpened(clerk, 'send links', /Enviar Links/);
    await clerk.getByRole('button', { name: /Enviar Links/ }).click();
    await clerk.getByRole('dialog').getByRole('textbox').fill('https://arquivos.exemplo.com/morgana.zip');
    await clerk.getByRole('button', { name: 'Enviar Links e Concluir' }).click();
    await expect(clerk.getByText('Links enviados!')).toBeVisible();
    await openOrders(clerk, shop, email);
    await inspectOpened(clerk, 'sent links', /Ver Links/);
    const found = await clerk.request.get(`${shop.url}/api/admin/orders?q=${encodeURIComponent(email)}`);
    const [order] = (await found.json()) as { id: string }[];
    await clerk.goto(`${shop.url}/admin/pedidos/${order?.id}`);
    expect(await inspectScreen(clerk, 'order')).toEqual([]);

    await clerk.goto(`${shop.url}/admin/produtos`);
    await inspectOpened(clerk, 'new product', 'Novo Produto');
    const created = await clerk.request.post(`${shop.url}/api/admin/products`, {
      headers: { Origin: shop.url },
      data: { name: 'Para olhar', price: 15 },
    });
    const { id } = (await created.json()) as { id: string };
    await clerk.goto(`${shop.url}/admin/produtos`);
    await inspectOpened(clerk, 'edit product', 'Editar Para olhar');
    await inspectOpened(clerk, 'delete product', 'Excluir Para olhar');
    await clerk.request.delete(`${shop.url}/api/admin/products/${id}`, { headers: { Origin: shop.url } });
  },
);

async function openOrders(page: Page, shop: RunningShop, email: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${shop.url}/admin?q=${encodeURIComponent(email)}`);
}
