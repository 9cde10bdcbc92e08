import { startAbacatePayV2Server } from '../../providers/abacatepay-v2-server.ts';
import { startMercadoPagoServer } from '../../providers/mercadopago-server.ts';
import { expect, startStockedShop, test } from '../shop.ts';
import { BUYER, fillPaymentForm, openSkin, signUp } from '../steps.ts';

/** The buyer's page with the other providers that can be set up, each over its own protocol. */
const SECRET = 'segredo-do-webhook-de-teste';
const TOKEN = 'TEST-token-de-teste';

test(
  'AbacatePay v2: the payment turns the page green through its webhook',
  { tag: '@release' },
  async ({ database, catalogServer, visitor }) => {
    const bank = await startAbacatePayV2Server({ apiKey: 'chave-de-teste' });
    const shop = await startStockedShop(database, {
      CATALOG_URL: catalogServer.url,
      PIX_GATEWAY: 'abacatepay',
      ABACATEPAY_URL: bank.url,
      ABACATEPAY_API_KEY: 'chave-de-teste',
      ABACATEPAY_WEBHOOK_SECRET: SECRET,
      ABACATEPAY_API_VERSION: '2',
    });
    bank.configureWebhook(`${shop.url}/webhooks/abacatepay`, SECRET);
    const page = await visitor();
    const { email } = await signUp(page, shop);
    const skin = await openSkin(page, shop, 'aragano');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await fillPaymentForm(page, email);
    const [charge] = bank.ledger.values();
    expect(charge).toMatchObject({ amount: 1500, status: 'PENDING' });

    expect(await bank.pay(charge!.id)).toBe(200);
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    await page.waitForURL('**/dashboard/pedidos');
    await expect(page.getByText(skin).first()).toBeVisible();
    await page.close();
    expect(await shop.stop()).toBe(0);
    expect(shop.output()).not.toContain(SECRET);
    await bank.close();
  },
);

test(
  'Mercado Pago: a provider that stays down is left alone for a while; the buyer is told, and pays the same order later',
  { tag: '@release' },
  async ({ database, catalogServer, visitor }) => {
    test.setTimeout(150_000);
    const bank = await startMercadoPagoServer({ accessToken: TOKEN });
    const shop = await startStockedShop(database, {
      CATALOG_URL: catalogServer.url,
      PIX_GATEWAY: 'mercadopago',
      MERCADOPAGO_URL: bank.url,
      MERCADOPAGO_ACCESS_TOKEN: TOKEN,
      MERCADOPAGO_WEBHOOK_SECRET: SECRET,
      PIX_TTL_SECONDS: '900',
    });
    bank.configureWebhook(`${shop.url}/webhooks/mercadopago`, SECRET);
    expect(shop.output()).toContain('PIX_TTL_SECONDS=900');
    const creates = () => bank.requests.filter(({ method }) => method === 'POST').length;
    const metric = async (name: string) => {
      const text = await (await fetch(`${shop.url}/metrics`)).text();
      return text.split('\n').find((line) => line.startsWith(`${name}{`));
    };
    const page = await visitor();
    const { email } = await signUp(page, shop);
    const skin = await openSkin(page, shop, 'faisca');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await page.getByLabel('Nome completo').fill(BUYER.name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel(/celular|telefone/i).fill(BUYER.cellphone);
    await page.getByLabel(/CPF/i).fill(BUYER.taxId);
    bank.failNext({ status: 503 }, 5);
    for (let tries = 1; tries <= 6; tries++) {
      const answered = page.waitForResponse('**/api/create-pix-payment');
      await page
        .getByRole('button', { name: /gerar|tentar/i })
        .first()
        .click();
      expect((await answered).status()).toBe(502);
      await expect(page.getByText('Erro ao criar pagamento').first()).toBeVisible();
      await expect(
        page.getByRole('alert').getByText(/tente de novo em um minuto, aqui ou em Meus Pedidos/),
      ).toBeVisible();
    }
    expect(creates()).toBe(5);
    expect(await metric('fulgor_gateway_circuit_open')).toMatch(/ 1$/);
    expect(await metric('fulgor_gateway_turned_away_total')).toMatch(/ 1$/);
    expect(shop.output()).toContain('gateway.circuit_opened');
    await expect(page.getByLabel(/CPF/i)).toHaveValue('529.982.247-25');

    // The provider is back; whoever tries first after the pause finds out.
    await page.goto(`${shop.url}/dashboard/pedidos`);
    await page.getByRole('link', { name: 'Pagar agora' }).first().click();
    await page.waitForURL('**/pagamento-pix?orderId=*');
    const waiting = page.getByText('Aguardando pagamento...');
    await expect(async () => {
      // An answer that came after the look below took the button away.
      if (await waiting.isVisible()) return;
      await page
        .getByRole('button', { name: /gerar|tentar/i })
        .first()
        .click({ timeout: 2_000 });
      await expect(waiting).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 60_000, intervals: [5_000] });
    expect(bank.ledger.size).toBe(1);
    const [order] = bank.ledger.values();
    expect(order).toMatchObject({ amountCents: 1500, expirationTime: 'PT30M' });
    expect(await bank.pay(order!.id)).toBe(200);
    await expect(page.getByText('Pagamento Confirmado!', { exact: true })).toBeVisible();
    await page.waitForURL('**/dashboard/pedidos');
    await expect(page.getByText(skin).first()).toBeVisible();
    expect(await metric('fulgor_gateway_circuit_open')).toMatch(/ 0$/);
    await page.close();
    expect(await shop.stop()).toBe(0);
    expect(shop.output()).not.toMatch(new RegExp(`${SECRET}|${TOKEN}|${BUYER.taxId}`));
    await bank.close();
  },
);
