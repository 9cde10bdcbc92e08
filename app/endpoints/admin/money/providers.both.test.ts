import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { GatewayError } from '#shop/payments/gateway.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { sendForm } from '#test/visitor/send-form.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { startAbacatePayServer, type AbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';

const KEY = 'chave-de-teste';
let bank: AbacatePayServer;
let shop: TestContext;
let owner: string;
let finance: string;

beforeAll(async () => {
  bank = await startAbacatePayServer({ apiKey: KEY });
  const settings = { baseUrl: bank.url, apiKey: KEY, webhookSecret: 'segredo', apiVersion: 1 } as const;
  shop = await createTestContext({
    gateway: () => createAbacatePay({ ...settings, production: false, timeoutMs: 2_000 }),
  });
  [owner, finance] = [await createClerk(shop), await createClerk(shop, 'finance')];
});
afterAll(async () => {
  await shop.close();
  await bank.close();
});

const save = (pix_gateways: unknown) => callApi(shop.ctx, owner, 'PUT /api/admin/settings', { pix_gateways });
const list = async (userId = finance) => callApi(shop.ctx, userId, 'GET /api/admin/providers');
const press = (does: string, name: string) =>
  sendForm(shop.ctx, finance, '/admin/provedores', { do: `providers.${does}`, name });
const rows = async () => (await list()).body as { name: string; state: string }[];

test('the order and the paused ones are a setting; nobody is left without a provider', async () => {
  expect(await save({ order: ['abacatepay', 'simulator'], paused: [] })).toMatchObject({
    status: 200,
    body: { pix_gateways: { order: ['abacatepay', 'simulator'], paused: [] } },
  });
  for (const wrong of [
    { order: ['abacatepay', 'bacen'], paused: [] },
    { order: ['abacatepay', 'simulator'], paused: ['simulator', 'abacatepay'] },
    { order: [], paused: [] },
    { order: 'abacatepay' },
    'abacatepay',
    null,
  ]) {
    const refused = await save(wrong);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.error.fields.pix_gateways).toMatch(/\w+\.$/);
  }
});

test('each row says how a provider does', async () => {
  await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [0]) });
  const { charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [1]),
  });
  await bank.pay(charge.gateway_charge_id!, { webhook: false });
  shop.passSeconds(60);
  await callApi(shop.ctx, await ownerOf(charge.order_id), `POST /api/payments/${charge.id}`);
  const { body } = await list();
  expect(body).toEqual([
    {
      name: 'abacatepay',
      state: 'ok',
      open_charges: 1,
      created_to_paid: 0.5,
      seconds_to_code_p50: expect.any(Number),
      fees: 0.8,
      last_error: null,
    },
    {
      name: 'simulator',
      state: 'ok',
      open_charges: 0,
      created_to_paid: null,
      seconds_to_code_p50: null,
      fees: 0,
      last_error: null,
    },
  ]);
  expect((await list(await createClerk(shop, 'support'))).status).toBe(403);
});

async function ownerOf(orderId: string): Promise<string> {
  const { db } = shop.ctx;
  const order = await db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return order.user_id!;
}

test('one press stops a provider, the last one is not stopped, and one may be raised', async () => {
  expect(await press('pause', 'abacatepay')).toMatchObject({ ok: true });
  expect(await rows()).toMatchObject([{ state: 'paused' }, { state: 'ok' }]);
  const { charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [2]),
  });
  expect(charge.gateway).toBe('simulator');
  expect(await press('pause', 'simulator')).toMatchObject({ ok: false, status: 409 });
  expect(await press('pause', 'bacen')).toMatchObject({ ok: false, status: 404 });
  expect(await press('resume', 'abacatepay')).toMatchObject({ ok: true });
  expect(await press('raise', 'simulator')).toMatchObject({ ok: true });
  expect(await rows()).toMatchObject([
    { name: 'simulator', state: 'ok' },
    { name: 'abacatepay', state: 'ok' },
  ]);
  expect(await press('raise', 'abacatepay')).toMatchObject({ ok: true });
});

test('while an outcome is unknown the checkout answers 202, and the same call again gives the code', async () => {
  await save({ order: ['simulator', 'abacatepay'], paused: [] });
  const { create } = shop.simulator;
  const userId = await shop.createUser();
  const { sku } = shop.ctx.catalog.current().skins[3]!;
  const buyAgain = () =>
    callApi(
      shop.ctx,
      userId,
      'POST /api/create-pix-payment',
      { skinData: { sku }, customer },
      { 'Idempotency-Key': 'a' },
    );
  shop.simulator.create = async (request) => {
    await create(request);
    throw new GatewayError('simulator', 'no answer', { retryable: true, outcome: 'unknown' });
  };
  const first = await buyAgain();
  shop.simulator.create = create;
  expect(first).toMatchObject({ status: 202 });
  expect(first.body).toEqual({
    payment: { status: 'creating' },
    order: { id: expect.any(String), status: 'awaiting_payment' },
  });
  const again = await buyAgain();
  expect(again).toMatchObject({ status: 200, body: { payment: { status: 'pending' } } });
  expect(again.body.order.id).toBe(first.body.order.id);
  expect(again.body.payment.pixCode).toMatch(/^000201/);
});
