import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { startAbacatePayV2Server, type AbacatePayV2Server } from '#test/providers/abacatepay-v2-server.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { buy, customer } from '#test/purchases.ts';
import { UNANSWERED_WAIT_SECONDS } from './charge-policy.ts';
import { checkCharge } from './check-charge.ts';
import { GatewayError } from '../gateway.ts';
import { startCharge } from './start-charge.ts';
import { sweepCharges } from './sweep-charges.ts';

let bank: AbacatePayV2Server;
let shop: TestContext;
/** While true, the provider's list shows nothing yet: it lags behind its creates. */
let listLags = false;
/** While set, the list names this amount for every charge. */
let listedAmount: number | null = null;
/** While true, the list names no fees. */
let listHidesFees = false;
/** While set, the answers to creates are held back on their way to the shop. */
let holdCreates: Promise<void> | null = null;

beforeAll(async () => {
  let clock = () => new Date();
  bank = await startAbacatePayV2Server({ now: () => clock() });
  shop = await createTestContext({
    gateway: (now) => {
      clock = now;
      return createAbacatePay({
        baseUrl: bank.url,
        apiKey: bank.apiKey,
        webhookSecret: 'segredo-do-webhook-1234567890',
        apiVersion: 2,
        production: false,
        timeoutMs: 5_000,
        fetch: async (url, options) => {
          const answer = await fetch(url, options);
          if (!answer.url.includes('/transparents/list')) {
            await holdCreates;
            return answer;
          }
          const body = (await answer.json()) as { data: { amount: number; platformFee?: number }[] };
          const rows = listLags ? [] : body.data;
          const data = rows.map((row) => ({
            ...row,
            amount: listedAmount ?? row.amount,
            platformFee: listHidesFees ? undefined : row.platformFee,
          }));
          return Response.json({ ...body, data });
        },
      });
    },
  });
});
afterAll(async () => {
  await shop.close();
  await bank.close();
});

/** An order whose charge was made at the provider without our ever hearing of it. */
async function unanswered(position: number) {
  const userId = await shop.createUser();
  const made = bank.ledger.size;
  bank.failNext('dropAfterApply');
  const placed = await placeOrder(shop.ctx, {
    userId,
    purchase: buy(shop.ctx, [position]),
    customer,
    shownTotalCents: null,
    idempotencyKey: null,
  });
  if (!placed.ok) throw new Error(placed.reason);
  const failed = { ok: false, reason: 'gateway_unavailable' };
  expect(await startCharge(shop.ctx, placed.charge)).toEqual(failed);
  expect(bank.ledger.size).toBe(made + 1);
  return { userId, orderId: placed.order.id, chargeId: placed.charge.id, made: made + 1 };
}

async function tryAgain({ userId, orderId }: { userId: string; orderId: string }) {
  const resumed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!resumed.ok) throw new Error(resumed.reason);
  return startCharge(shop.ctx, resumed.charge);
}

const chargesOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('charges')
    .select(['id', 'status', 'gateway_charge_id', 'failure', 'claimed_until'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
const newest = () => [...bank.ledger.keys()].at(-1);

// shows: threat 69
test('a lost answer leads to the charge that was made, not to a second one', async () => {
  const order = await unanswered(0);
  const started = await tryAgain(order);
  expect(started).toMatchObject({ ok: true, charge: { id: order.chargeId, status: 'pending' } });
  expect(started.ok && started.charge.pixCode).toBe(bank.ledger.get(newest()!)?.brCode);
  expect(bank.ledger.size).toBe(order.made);
  expect(await chargesOf(order.orderId)).toEqual([
    {
      id: order.chargeId,
      status: 'pending',
      gateway_charge_id: newest(),
      failure: null,
      claimed_until: null,
    },
  ]);
});

test('the sweep finds it too, before the buyer comes back', async () => {
  const order = await unanswered(1);
  shop.passSeconds(60);
  await sweepCharges(shop.ctx);
  expect(await chargesOf(order.orderId)).toMatchObject([{ id: order.chargeId, status: 'pending' }]);
  expect(await tryAgain(order)).toMatchObject({ ok: true, charge: { id: order.chargeId } });
  expect(bank.ledger.size).toBe(order.made);
});

// shows: threat 69, purchase 9
test('while nothing is found no other is made; after some time one is, and the first is still looked for', async () => {
  const order = await unanswered(2);
  const first = newest()!;
  listLags = true;
  const failed = { ok: false, reason: 'gateway_unavailable' };
  expect(await tryAgain(order)).toEqual(failed);
  shop.passSeconds(UNANSWERED_WAIT_SECONDS - 30);
  expect(await tryAgain(order)).toEqual(failed);
  expect(bank.ledger.size).toBe(order.made);
  const waiting = [{ status: 'creating', claimed_until: null }];
  expect(await chargesOf(order.orderId)).toMatchObject(waiting);
  // Whoever only waits for its code is told at once that nobody is fetching it.
  expect(await startCharge(shop.ctx, { id: order.chargeId, mustCreate: false })).toEqual(failed);
  shop.passSeconds(31);
  const silent = new GatewayError('abacatepay', 'no answer', { retryable: true, outcome: 'unknown' });
  const mute = { ...shop.ctx.gateway, find: () => Promise.reject(silent) };
  const resumed = await resumeOrder(shop.ctx, order);
  if (!resumed.ok) throw new Error(resumed.reason);
  expect(resumed.charge).toEqual({ id: order.chargeId, mustCreate: true, mustFind: true });
  expect(await startCharge({ ...shop.ctx, gatewayFor: () => mute }, resumed.charge)).toEqual(failed);
  expect(await chargesOf(order.orderId)).toMatchObject(waiting);
  const started = await tryAgain(order);
  expect(started).toMatchObject({ ok: true, charge: { status: 'pending' } });
  expect(started.ok && started.charge.id).not.toBe(order.chargeId);
  expect(bank.ledger.size).toBe(order.made + 1);
  expect(await chargesOf(order.orderId)).toMatchObject([
    { status: 'expired', failure: 'no answer from the gateway, not found there', claimed_until: null },
    { status: 'pending', failure: null },
  ]);

  listLags = false;
  await bank.pay(first, { webhook: false });
  shop.passSeconds(120);
  await sweepCharges(shop.ctx);
  expect(await chargesOf(order.orderId)).toMatchObject([
    { id: order.chargeId, status: 'paid', gateway_charge_id: first },
    { status: 'cancelled' },
  ]);
});

test('a charge of another sum that stands under our id is never shown', async () => {
  const order = await unanswered(3);
  listedAmount = 1;
  expect(await tryAgain(order)).toMatchObject({ ok: false });
  // As long as the buyer was asked to wait.
  shop.passSeconds(60);
  const started = await tryAgain(order);
  listedAmount = null;
  expect(started).toMatchObject({ ok: true, charge: { amountCents: 1500 } });
  expect(started.ok && started.charge.id).not.toBe(order.chargeId);
});

test('a call that certainly changed nothing is simply made again', async () => {
  const userId = await shop.createUser();
  bank.failNext({ status: 429 });
  const request = { userId, purchase: buy(shop.ctx, [4]), customer, shownTotalCents: null };
  const placed = await placeOrder(shop.ctx, { ...request, idempotencyKey: null });
  if (!placed.ok) throw new Error(placed.reason);
  expect(await startCharge(shop.ctx, placed.charge)).toMatchObject({ ok: false });
  expect(await tryAgain({ userId, orderId: placed.order.id })).toMatchObject({ ok: true });
  expect((await chargesOf(placed.order.id)).map(({ status }) => status)).toEqual(['failed', 'pending']);
  expect(await startCharge(shop.ctx, { id: placed.charge.id, mustCreate: false })).toEqual({
    ok: false,
    reason: 'gateway_unavailable',
  });
});

test.each([true, false])(
  'money that overtakes the answer of our own create is booked with its fee, named by the create alone: %s',
  async (byCreateAlone) => {
    const placed = await placeOrder(shop.ctx, {
      userId: await shop.createUser(),
      purchase: buy(shop.ctx, [byCreateAlone ? 5 : 6]),
      customer,
      shownTotalCents: null,
      idempotencyKey: null,
    });
    if (!placed.ok) throw new Error(placed.reason);
    const { id } = placed.charge;
    const fee = async () =>
      (await shop.ctx.db.selectFrom('charges').select('fee_cents').where('id', '=', id).executeTakeFirst())
        ?.fee_cents;
    const made = bank.ledger.size;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    holdCreates = promise;
    listHidesFees = byCreateAlone;
    const creating = startCharge(shop.ctx, placed.charge);
    await expect.poll(() => bank.ledger.size).toBe(made + 1);
    await bank.pay(newest()!, { webhook: false });
    expect(await checkCharge(shop.ctx, id)).toEqual({ ok: true, status: 'paid' });
    expect(await fee()).toBe(byCreateAlone ? null : 80);
    holdCreates = null;
    listHidesFees = false;
    release();
    expect(await creating).toMatchObject({ ok: true, charge: { id, status: 'paid' } });
    expect(await fee()).toBe(80);
  },
);
