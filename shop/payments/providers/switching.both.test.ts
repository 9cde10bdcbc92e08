import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createMercadoPago } from '#gateways/mercadopago/create-mercado-pago.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { startAbacatePayServer, type AbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { startMercadoPagoServer, type MercadoPagoServer } from '#test/providers/mercadopago-server.ts';
import { mercadoPagoBody, signMercadoPago } from '#test/providers/mercadopago-webhook.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, customer } from '#test/purchases.ts';
import { refreshAlarms } from '#shop/alerts/refresh-alarms.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { UNANSWERED_WAIT_SECONDS } from '../charges/charge-policy.ts';
import { startCharge } from '../charges/start-charge.ts';
import { sweepCharges } from '../charges/sweep-charges.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import { probeProviders } from './failing-providers.ts';

const TOKEN = 'TEST-token-de-teste';
const KEY = 'chave-de-teste';
let first: MercadoPagoServer;
let second: AbacatePayServer;
let shop: TestContext;
let skin = 0;

beforeAll(async () => {
  let now = () => new Date();
  const clock = { now: () => now() };
  first = await startMercadoPagoServer({ ...clock, accessToken: TOKEN });
  second = await startAbacatePayServer({ ...clock, apiKey: KEY, unknownStatus: 400 });
  shop = await createTestContext({
    gateway: () =>
      createMercadoPago({
        baseUrl: first.url,
        accessToken: TOKEN,
        webhookSecret: 'segredo',
        production: false,
        timeoutMs: 5_000,
      }),
    otherGateways: [
      createAbacatePay({
        baseUrl: second.url,
        apiKey: KEY,
        webhookSecret: 'segredo',
        apiVersion: 1,
        production: false,
        timeoutMs: 5_000,
      }),
    ],
  });
  now = shop.ctx.now;
  arrange(['mercadopago', 'abacatepay']);
});
afterAll(async () => {
  await shop.close();
  await Promise.all([first.close(), second.close()]);
});
afterEach(async () => {
  arrange(['mercadopago', 'abacatepay']);
  await shop.ctx.db.deleteFrom('failing_providers').execute();
  shop.ctx.memory.failingProviders.clear();
});

function arrange(order: string[], paused: string[] = []): void {
  shop.ctx.settings.pixGateways = { order, paused };
}

async function place() {
  const userId = await shop.createUser();
  const request = { userId, purchase: buy(shop.ctx, [skin++]), customer, shownTotalCents: null };
  const placed = await placeOrder(shop.ctx, { ...request, idempotencyKey: null });
  if (!placed.ok) throw new Error(placed.reason);
  return { userId, orderId: placed.order.id, opened: placed.charge };
}

async function sell() {
  const { opened, ...order } = await place();
  return { ...order, chargeId: opened.id, started: await startCharge(shop.ctx, opened) };
}

async function again({ userId, orderId }: { userId: string; orderId: string }) {
  const resumed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!resumed.ok) throw new Error(resumed.reason);
  return startCharge(shop.ctx, resumed.charge);
}

const chargesOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('charges')
    .select(['id', 'gateway', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
const madeAt = () => ({ first: first.ledger.size, second: second.ledger.size });
const stateOf = async (name: string) => {
  const { db } = shop.ctx;
  const row = await db
    .selectFrom('failing_providers')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { state: row.state, isBack: row.is_back, error: row.last_error };
};
const pending = { ok: true, charge: { status: 'pending' } };
const creating = { ok: true, charge: { status: 'creating', pixCode: null } };

test('a provider that refuses the key hands the sale to the next one, and is left alone until it answers', async () => {
  first.failNext({ status: 401 });
  const before = madeAt();
  const { orderId, started } = await sell();
  expect(started).toMatchObject(pending);
  expect(await chargesOf(orderId)).toMatchObject([{ gateway: 'abacatepay', status: 'pending' }]);
  expect(madeAt()).toEqual({ first: before.first, second: before.second + 1 });
  expect(await stateOf('mercadopago')).toEqual({
    state: 'refusing',
    isBack: false,
    error: 'O provedor recusou a chave da loja (HTTP 401).',
  });

  const asked = first.requests.length;
  expect(await chargesOf((await sell()).orderId)).toMatchObject([{ gateway: 'abacatepay' }]);
  await probeProviders(shop.ctx);
  expect(first.requests).toHaveLength(asked);

  shop.passSeconds(20);
  await probeProviders(shop.ctx);
  expect(await stateOf('mercadopago')).toMatchObject({ isBack: true });
  expect(await chargesOf((await sell()).orderId)).toMatchObject([{ gateway: 'mercadopago' }]);
  expect(await stateOf('mercadopago')).toBeUndefined();
});

test('a provider that answers the look-up and fails the next sale is left alone for longer', async () => {
  first.failNext({ status: 401 });
  await sell();
  for (const pause of [15, 30, 60]) {
    shop.passSeconds(pause - 1);
    await probeProviders(shop.ctx);
    expect(await stateOf('mercadopago')).toMatchObject({ isBack: false });
    shop.passSeconds(1);
    await probeProviders(shop.ctx);
    expect(await stateOf('mercadopago')).toMatchObject({ isBack: true });
    first.failNext({ status: 401 });
    await sell();
  }
});

test('a create without an answer is looked up, and no second code is made', async () => {
  first.failNext('dropAfterApply');
  const before = madeAt();
  const order = await sell();
  expect(order.started).toMatchObject(creating);
  expect(await stateOf('mercadopago')).toMatchObject({ state: 'silent', isBack: false });
  expect(await again(order)).toMatchObject(pending);
  expect(await chargesOf(order.orderId)).toMatchObject([{ id: order.chargeId, gateway: 'mercadopago' }]);
  expect(madeAt()).toEqual({ first: before.first + 1, second: before.second });
});

test('the sweep finds it for a buyer who only waits', async () => {
  first.failNext('dropAfterApply');
  const order = await sell();
  shop.passSeconds(60);
  await sweepCharges(shop.ctx);
  expect(await chargesOf(order.orderId)).toMatchObject([{ gateway: 'mercadopago', status: 'pending' }]);
});

test('a repetition that is refused does not say that the first create failed', async () => {
  first.failNext('dropAfterApply');
  const before = madeAt();
  const order = await sell();
  expect(order.started).toMatchObject(creating);
  const { find } = shop.ctx.gateway;
  // The list lags behind, and the provider does not repeat what is under way.
  shop.ctx.gateway.find = async () => {
    first.failNext({ status: 409 });
    return { ok: false, reason: 'not_found' };
  };
  const repeated = await again(order);
  shop.ctx.gateway.find = find;
  expect(repeated).toMatchObject(creating);
  expect(await again(order)).toMatchObject(pending);
  expect(await chargesOf(order.orderId)).toMatchObject([{ id: order.chargeId, gateway: 'mercadopago' }]);
  expect(madeAt()).toEqual({ first: before.first + 1, second: before.second });
});

test('while the look-up has no answer either, no code is made anywhere', async () => {
  const before = madeAt();
  first.failNext({ status: 503 }, 3);
  const order = await sell();
  expect(order.started).toMatchObject(creating);
  shop.passSeconds(UNANSWERED_WAIT_SECONDS + 1);
  expect(await again(order)).toMatchObject(creating);
  // Others buy meanwhile.
  expect((await sell()).started).toMatchObject(pending);
  expect(await again(order)).toMatchObject(creating);
  expect(await chargesOf(order.orderId)).toMatchObject([{ id: order.chargeId, status: 'creating' }]);
  expect(madeAt()).toEqual({ first: before.first, second: before.second + 1 });
  // It says at last that it never made one.
  expect(await again(order)).toMatchObject(pending);
  expect(await chargesOf(order.orderId)).toMatchObject([
    { id: order.chargeId, status: 'expired' },
    { gateway: 'abacatepay', status: 'pending' },
  ]);
});

test('where a create cannot be looked up, the code runs out before another one is made', async () => {
  arrange(['abacatepay', 'mercadopago']);
  const before = madeAt();
  second.failNext('dropAfterApply');
  const order = await sell();
  expect(order.started).toMatchObject(creating);
  shop.passSeconds(3500);
  expect(await again(order)).toMatchObject(creating);
  expect(madeAt()).toEqual({ first: before.first, second: before.second + 1 });
  shop.passSeconds(200);
  expect(await again(order)).toMatchObject(pending);
  expect(await chargesOf(order.orderId)).toMatchObject([{ status: 'failed' }, { gateway: 'mercadopago' }]);
});

test('nobody waits for a silent provider: the code is stored when it comes', async () => {
  const { ctx } = shop;
  const { create } = ctx.gateway;
  let answer = () => {};
  ctx.gateway.create = async (request) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return create(request);
  };
  const order = await sell();
  ctx.gateway.create = create;
  expect(order.started).toMatchObject(creating);
  const meanwhile = again(order);
  answer();
  expect(await meanwhile).toMatchObject(pending);
  await shop.settled();
  expect(await chargesOf(order.orderId)).toMatchObject([{ id: order.chargeId, status: 'pending' }]);
});

test('a paused provider sells nothing; its charges are looked up there', async () => {
  const before = await sell();
  arrange(['mercadopago', 'abacatepay'], ['mercadopago']);
  expect(await chargesOf((await sell()).orderId)).toMatchObject([{ gateway: 'abacatepay' }]);
  const [made] = [...first.ledger.values()].slice(-1);
  await first.pay(made!.id, { webhook: false });
  shop.passSeconds(60);
  await sweepCharges(shop.ctx);
  expect(await chargesOf(before.orderId)).toMatchObject([{ gateway: 'mercadopago', status: 'paid' }]);
});

test('the webhook of a paused provider pays its charge, and its money goes back there', async () => {
  const { orderId } = await sell();
  arrange(['mercadopago', 'abacatepay'], ['mercadopago']);
  const made = [...first.ledger.values()].at(-1)!;
  await first.pay(made.id, { webhook: false });
  const notice = {
    url: new URL(`http://localhost:3000/webhooks/mercadopago?data.id=${made.id}&type=order`),
    headers: signMercadoPago('segredo', made.id),
    rawBody: JSON.stringify(mercadoPagoBody(made)),
  };
  const gateway = shop.ctx.gatewayFor('mercadopago')!;
  expect(await receiveWebhook(shop.ctx, notice, gateway)).toEqual({ ok: true, stored: 1 });
  await shop.settled();
  expect(await chargesOf(orderId)).toMatchObject([{ gateway: 'mercadopago', status: 'paid' }]);
  const actorUserId = await shop.createUser('Equipe');
  const asked = { actorUserId, orderId, note: 'Combinado com o cliente.', requestKey: null };
  expect(await requestRefund(shop.ctx, asked)).toMatchObject({ ok: true });
  await shop.settled();
  expect(made).toMatchObject({ status: 'refunded', refunds: [{ amountCents: 1500, status: 'processed' }] });
  expect(await chargesOf(orderId)).toMatchObject([{ gateway: 'mercadopago', status: 'refunded' }]);
});

test('one that answers again and is offered no sale is well again after ten minutes', async () => {
  second.failNext({ status: 401 });
  arrange(['abacatepay', 'mercadopago']);
  await sell();
  arrange(['mercadopago', 'abacatepay']);
  shop.passSeconds(20);
  await probeProviders(shop.ctx);
  await sell();
  expect(await stateOf('abacatepay')).toMatchObject({ isBack: true });
  shop.passSeconds(600);
  await probeProviders(shop.ctx);
  expect(await stateOf('abacatepay')).toBeUndefined();
});

test('one that staff pause while it fails is nobody’s trouble any more', async () => {
  first.failNext({ status: 401 });
  await sell();
  arrange(['mercadopago', 'abacatepay'], ['mercadopago']);
  const asked = first.requests.length;
  shop.passSeconds(20);
  await probeProviders(shop.ctx);
  expect(await stateOf('mercadopago')).toBeUndefined();
  expect(first.requests).toHaveLength(asked);
});

test('staff are told once for each switch, however often it relapses', async () => {
  const told = async () => {
    await refreshAlarms(shop.ctx);
    return shop.ctx.db.selectFrom('alarms').select('id').where('kind', '=', 'provider_failing').execute();
  };
  first.failNext({ status: 401 });
  await sell();
  const once = await told();
  expect(once).toHaveLength(1);
  shop.passSeconds(20);
  await probeProviders(shop.ctx);
  first.failNext({ status: 401 });
  await sell();
  expect(await told()).toEqual(once);
  shop.passSeconds(40);
  await probeProviders(shop.ctx);
  await sell();
  expect(await told()).toEqual([]);
});

test('where all refuse, the buyer is told, and the next try begins with the first', async () => {
  first.failNext({ status: 401 });
  second.failNext({ status: 401 });
  const order = await sell();
  expect(order.started).toEqual({ ok: false, reason: 'gateway_unavailable' });
  expect(await again(order)).toMatchObject(pending);
  expect(await chargesOf(order.orderId)).toMatchObject([{ status: 'failed' }, { gateway: 'mercadopago' }]);
});
