import { startAbacatePayV2Server } from '../../providers/abacatepay-v2-server.ts';
import { startMercadoPagoServer } from '../../providers/mercadopago-server.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, startStockedShop, test, type ShopOptions } from '../shop.ts';
import { fillPaymentForm, openSkin, signIn, signUp } from '../steps.ts';

/** Two providers: Mercado Pago first, AbacatePay behind it. */
async function startWithTwo(database: ShopOptions['database'], catalogUrl: string) {
  const first = await startMercadoPagoServer({ accessToken: 'TEST-token-de-teste' });
  const second = await startAbacatePayV2Server({ apiKey: 'chave-de-teste' });
  const shop = await startStockedShop(database, {
    CATALOG_URL: catalogUrl,
    PIX_GATEWAY: 'mercadopago,abacatepay',
    MERCADOPAGO_URL: first.url,
    MERCADOPAGO_ACCESS_TOKEN: 'TEST-token-de-teste',
    MERCADOPAGO_WEBHOOK_SECRET: 'segredo-do-webhook-de-teste',
    ABACATEPAY_URL: second.url,
    ABACATEPAY_API_KEY: 'chave-de-teste',
    ABACATEPAY_WEBHOOK_SECRET: 'segredo-do-webhook-de-teste',
    ABACATEPAY_API_VERSION: '2',
  });
  second.configureWebhook(`${shop.url}/webhooks/abacatepay`, 'segredo-do-webhook-de-teste');
  return { first, second, shop };
}

test(
  'the first provider refuses: the same press shows a code of the second, and the owner stops the first',
  { tag: '@release' },
  async ({ database, catalogServer, visitor }) => {
    const { first, second, shop } = await startWithTwo(database, catalogServer.url);
    first.failNext({ status: 401 }, 20);
    const page = await visitor({ width: 360 });
    const { email } = await signUp(page, shop);
    await openSkin(page, shop, 'aragano');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(page, email);
    await expect(page.getByText('Aguardando pagamento...')).toBeVisible();
    expect([first.ledger.size, second.ledger.size]).toEqual([0, 1]);
    const [charge] = second.ledger.values();
    expect(await second.pay(charge!.id)).toBe(200);
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();

    const figures = await (await fetch(`${shop.url}/metrics`)).text();
    expect(figures).toMatch(/^fulgor_gateway_create_failures_total\{gateway="mercadopago"\} 1$/m);
    expect(figures).toMatch(/^fulgor_gateway_create_failures_total\{gateway="abacatepay"\} 0$/m);

    const owner = await visitor({ width: 360 });
    await signIn(owner, shop, shop.staff);
    await owner.goto(`${shop.url}/admin/provedores`);
    const row = (name: string) =>
      owner.getByRole('listitem').filter({ has: owner.getByRole('heading', { name }) });
    await expect(row('Mercado Pago').getByText('Recusando', { exact: true })).toBeVisible();
    await expect(row('AbacatePay').getByText('Vendendo agora')).toBeVisible();
    expect(await inspectScreen(owner, 'Provedores')).toEqual([]);
    await owner.getByRole('button', { name: /^Parar este ?: Mercado Pago$/ }).click();
    await expect(row('Mercado Pago').getByText('Parado', { exact: true })).toBeVisible();
    expect(await shop.stop()).toBe(0);
    await Promise.all([first.close(), second.close()]);
  },
);

test(
  'the first provider does not answer: the page waits by itself, and shows the one code that is there',
  { tag: '@release' },
  async ({ database, catalogServer, visitor }) => {
    const { first, second, shop } = await startWithTwo(database, catalogServer.url);
    first.failNext('dropAfterApply');
    first.delay(6_000);
    const page = await visitor({ width: 360 });
    const { email } = await signUp(page, shop);
    await openSkin(page, shop, 'faisca');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    const answered = page.waitForResponse('**/api/create-pix-payment').then((answer) => {
      first.delay(0);
      return answer.status();
    });
    await fillPaymentForm(page, email);
    expect(await answered).toBe(202);
    expect([first.ledger.size, second.ledger.size]).toEqual([1, 0]);
    expect(await shop.stop()).toBe(0);
    await Promise.all([first.close(), second.close()]);
  },
);
