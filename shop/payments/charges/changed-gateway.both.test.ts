import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import type { OutwardContext } from '#shop/context.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { startAbacatePayServer, type AbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { webhookBody } from '#test/providers/abacatepay-webhook.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { checkCharge } from './check-charge.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import { sweepCharges } from './sweep-charges.ts';

const SECRET = 'segredo-do-webhook-1234567890';
let bank: AbacatePayServer;
let shop: TestContext;
/** The same shop after PIX_GATEWAY was changed, with the old provider's settings still in place. */
let changed: OutwardContext;
/** And without them. */
let forgotten: OutwardContext;

beforeAll(async () => {
  bank = await startAbacatePayServer({ apiKey: 'chave-de-teste' });
  const settings = { baseUrl: bank.url, apiKey: 'chave-de-teste', webhookSecret: SECRET };
  shop = await createTestContext({
    gateway: () => createAbacatePay({ ...settings, apiVersion: 1, production: false, timeoutMs: 5_000 }),
  });
  changed = { ...shop.ctx, gateway: shop.simulator };
  forgotten = { ...changed, gatewayFor: (name) => (name === 'simulator' ? shop.simulator : null) };
});
afterAll(async () => {
  await shop.close();
  await bank.close();
});

async function orderOfTheOldGateway(position: number) {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  return { userId, orderId, charge, gatewayChargeId: charge.gateway_charge_id ?? '' };
}

async function statusOf(orderId: string) {
  const row = await shop.ctx.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return row.status;
}

test('new charges are made at the new gateway', async () => {
  const { charge } = await checkOut(changed, {
    userId: await shop.createUser(),
    purchase: buy(changed, [0]),
  });
  expect(charge.gateway).toBe('simulator');
});

test('the sweep asks the old gateway about its charges', async () => {
  const { orderId, gatewayChargeId } = await orderOfTheOldGateway(1);
  await bank.pay(gatewayChargeId, { webhook: false });
  shop.passSeconds(60);
  await sweepCharges(changed);
  expect(await statusOf(orderId)).toBe('pending');
});

test("the old gateway's webhooks are still read and acted upon", async () => {
  const { orderId, gatewayChargeId } = await orderOfTheOldGateway(2);
  await bank.pay(gatewayChargeId, { webhook: false });
  const charge = bank.ledger.get(gatewayChargeId)!;
  const delivery = {
    url: new URL(`http://localhost:3000/webhooks/abacatepay?webhookSecret=${SECRET}`),
    headers: {},
    rawBody: JSON.stringify(webhookBody({ charge, eventId: `log_${gatewayChargeId}` })),
  };
  const old = changed.gatewayFor('abacatepay');
  if (!old) throw new Error('The old gateway is gone.');
  expect(await receiveWebhook(changed, delivery, old)).toEqual({ ok: true, stored: 1 });
  await shop.settled();
  expect(await statusOf(orderId)).toBe('pending');
});

test('an order goes on with the code it has, whose gateway is still asked', async () => {
  const { userId, orderId, charge } = await orderOfTheOldGateway(3);
  expect(await resumeOrder(changed, { userId, orderId })).toMatchObject({
    ok: true,
    charge: { id: charge.id, mustCreate: false },
  });
});

test('without the settings of its gateway a charge is reported, and its buyer gets a code that can be watched', async () => {
  const { userId, orderId, charge, gatewayChargeId } = await orderOfTheOldGateway(4);
  expect(await checkCharge(forgotten, charge.id)).toEqual({ ok: false, reason: 'gateway_unavailable' });
  expect(shop.logLines.at(-1)).toMatchObject({ level: 'error', event: 'charge.gateway_not_set_up' });
  const resumed = await resumeOrder(forgotten, { userId, orderId });
  expect(resumed).toMatchObject({ ok: true, charge: { mustCreate: true } });

  // Settings put back: money that went to the old code in the meantime is found.
  await bank.pay(gatewayChargeId, { webhook: false });
  shop.passSeconds(600);
  await sweepCharges(changed);
  expect(await statusOf(orderId)).toBe('pending');
});

test('a create that nobody can look for any more ends as failed; one that can be looked for expires', async () => {
  const closed = async (ctx: OutwardContext, position: number, seconds: number, later: OutwardContext) => {
    const userId = await shop.createUser();
    const placed = await placeOrder(ctx, {
      userId,
      purchase: buy(ctx, [position]),
      customer,
      shownTotalCents: null,
      idempotencyKey: null,
    });
    if (!placed.ok) throw new Error(placed.reason);
    shop.passSeconds(seconds);
    const resumed = await resumeOrder(later, { userId, orderId: placed.order.id });
    expect(resumed.ok && resumed.charge.mustCreate).toBe(true);
    expect(resumed.ok && resumed.charge.id).not.toBe(placed.charge.id);
    return shop.ctx.db
      .selectFrom('charges')
      .select(['status', 'failure', 'claimed_until', 'next_check_at'])
      .where('id', '=', placed.charge.id)
      .executeTakeFirstOrThrow();
  };
  const failed = {
    status: 'failed',
    failure: 'no answer from the gateway',
    claimed_until: null,
    next_check_at: null,
  };
  expect(await closed(shop.ctx, 5, 31, forgotten)).toEqual(failed);
  expect(await closed(shop.ctx, 6, 31, shop.ctx)).toEqual(failed);
  expect(await closed(changed, 7, 3601, changed)).toMatchObject({
    status: 'expired',
    failure: null,
    next_check_at: expect.any(Date),
  });
});
