import { expect, startStockedShop, test as base, type RunningShop } from '../shop.ts';
import { fillPaymentForm, openSkin, signUp } from '../steps.ts';

/** A shop whose codes live for six seconds. */
const test = base.extend<object, { hastyShop: RunningShop }>({
  hastyShop: [
    async ({ database, catalogServer }, use) => {
      const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url, PIX_TTL_SECONDS: '6' });
      await use(shop);
      expect(await shop.stop()).toBe(0);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test('an expired code says so and gives way to a new one that can be paid', async ({
  hastyShop: shop,
  visitor,
}) => {
  const page = await visitor();
  const { email } = await signUp(page, shop);
  await openSkin(page, shop, 'ticao');
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await fillPaymentForm(page, email);
  const first = await page.getByLabel('PIX copia e cola').inputValue();
  await expect(page.getByText(/expirou/i).first()).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: /gerar novo código/i }).click();
  await expect(page.getByText('Aguardando pagamento...')).toBeVisible();
  expect(await page.getByLabel('PIX copia e cola').inputValue()).not.toBe(first);
  await page.getByRole('button', { name: /simular pagamento/i }).click();
  await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
});

// shows: threat 15
test(
  'a payment that arrives after the code ran out is honoured on the open page',
  { tag: '@release' },
  async ({ hastyShop: shop, visitor }) => {
    const page = await visitor();
    const { email } = await signUp(page, shop);
    await openSkin(page, shop, 'neblina');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    const created = page.waitForResponse('**/api/create-pix-payment');
    await fillPaymentForm(page, email);
    const { payment } = (await (await created).json()) as { payment: { id: string } };
    await expect(page.getByText(/expirou/i).first()).toBeVisible({ timeout: 15_000 });
    const paid = await fetch(`${shop.url}/simulator/pay/${payment.id}`, {
      method: 'POST',
      headers: { Origin: shop.url },
    });
    expect(await paid.json()).toEqual({ id: payment.id, status: 'paid' });
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    await page.goto(`${shop.url}/dashboard/pedidos`);
    await expect(page.getByText('Aguardando envio').first()).toBeVisible();
  },
);
