import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { BUYER, fillPaymentForm, openSkin, signUp } from '../steps.ts';

const open = (page: Page) => page.getByText('Aguardando pagamento...');

// shows: spec 2.52, spec 8.10
test('a failed attempt keeps what was typed, and the retry is the same purchase', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  await openSkin(page, shop, 'iacema');
  await page.getByRole('button', { name: 'Comprar agora' }).click();

  const keys: (string | null)[] = [];
  await page.route('**/api/create-pix-payment', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    // The shop makes the order, and its answer is lost on the way.
    await route.fetch();
    await route.abort();
  });
  await page.getByLabel(/celular/i).fill(BUYER.cellphone);
  await page.getByLabel(/CPF/i).fill(BUYER.taxId);
  await page.getByRole('button', { name: /gerar/i }).click();
  await expect(page.getByText('Erro ao criar pagamento')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel(/celular/i)).toHaveValue('(11) 98765-4321');
  await expect(page.getByLabel(/CPF/i)).toHaveValue('529.982.247-25');

  await page.unroute('**/api/create-pix-payment');
  const retry = page.waitForRequest('**/api/create-pix-payment');
  await page.getByRole('button', { name: /gerar/i }).click();
  expect(await (await retry).headerValue('idempotency-key')).toBe(keys[0]);
  await expect(open(page)).toBeVisible();
  await page.goto(`${shop.url}/dashboard/pedidos`);
  await expect(page.getByRole('heading', { name: 'Pedido #' })).toHaveCount(1);
});

test('without the live stream the screen asks by itself', { tag: '@release' }, async ({ shop, visitor }) => {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  await page.route('**/api/live', (route) => route.fulfill({ status: 429, body: '{}' }));
  await openSkin(page, shop, 'iacema');
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await fillPaymentForm(page, email);

  const [bank] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Abrir página de simulação' }).click(),
  ]);
  await bank.getByRole('button', { name: /pagar agora/i }).click();
  await expect(bank.getByText('Pagamento simulado concluído')).toBeVisible();
  await page.waitForURL('**/dashboard/pedidos', { timeout: 20_000 });
});

test('a session that ended elsewhere is told, with the way back', async ({ shop, visitor }) => {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  await openSkin(page, shop, 'iacema');
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await page.getByLabel(/celular/i).waitFor();
  // Not through the shop's own button, so that no other tab hears of it.
  const left = await page.request.post(`${shop.url}/api/auth/sign-out`, {
    headers: { Origin: shop.url },
    data: {},
  });
  expect(left.ok()).toBe(true);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/celular/i).fill(BUYER.cellphone);
  await page.getByLabel(/CPF/i).fill(BUYER.taxId);
  await page.getByRole('button', { name: /gerar/i }).click();
  const way = page.getByRole('link', { name: 'Entrar na minha conta' });
  await expect(way).toHaveAttribute('href', /^\/auth\?voltar=%2Floja%2Fskin%2F/);
});

// shows: spec 2.55, spec 2.57
test(
  'a free charge is paid for the amount in its address; without one it says why not',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor();
    const { email } = await signUp(page, shop);
    await page.goto(`${shop.url}/pagamento-pix`);
    await expect(page.getByText('Este endereço não traz um valor a pagar.')).toBeVisible();
    await expect(page.getByRole('button', { name: /gerar/i })).toHaveCount(0);

    await page.goto(`${shop.url}/pagamento-pix?amount=45.5&description=Aula`);
    await expect(page.getByText('R$ 45,50')).toBeVisible();
    await fillPaymentForm(page, email);
    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    await page.waitForURL('**/dashboard/pedidos');
    await expect(page.getByText('R$ 45,50')).toBeVisible();
  },
);
