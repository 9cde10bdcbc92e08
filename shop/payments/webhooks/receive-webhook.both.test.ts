import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAbacatePayShop, SECRET, type AbacatePayShop } from '#test/abacatepay-shop.ts';
import { PUBLISHED_WEBHOOK_KEY, signWebhook, webhookBody } from '#test/providers/abacatepay-webhook.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { checkCharge } from '../charges/check-charge.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { startCharge } from '../charges/start-charge.ts';
import { sweepCharges } from '../charges/sweep-charges.ts';

let { bank, shop, close } = {} as AbacatePayShop;
/** While set, the gateway's answers are held back on their way to the shop. */
let holdAnswers: Promise<void> | null = null;

beforeAll(async () => {
  ({ bank, shop, close } = await openAbacatePayShop(async (...args) => {
    const answer = await fetch(...args);
    await holdAnswers;
    return answer;
  }));
});
afterAll(() => close());

function delivery(
  gatewayChargeId: string,
  options: { secret?: string | null; eventId?: string; amount?: number } = {},
) {
  const charge = bank.ledger.get(gatewayChargeId);
  if (!charge) throw new Error(`The gateway knows no charge ${gatewayChargeId}.`);
  const rawBody = JSON.stringify(
    webhookBody(
      { charge, eventId: options.eventId ?? `log_${gatewayChargeId}` },
      options.amount === undefined ? {} : { amount: options.amount },
    ),
  );
  const secret = options.secret === undefined ? SECRET : options.secret;
  return {
    url: new URL(
      `http://localhost:3000/webhooks/abacatepay${secret === null ? '' : `?webhookSecret=${secret}`}`,
    ),
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': signWebhook(rawBody, PUBLISHED_WEBHOOK_KEY),
    },
    rawBody,
  };
}

async function newOrder(positions: number[]) {
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, positions),
  });
  if (!charge.gateway_charge_id) throw new Error('The charge has no gateway id.');
  return { orderId, chargeId: charge.id, gatewayChargeId: charge.gateway_charge_id };
}

async function outcome(orderId: string) {
  const order = await shop.ctx.db
    .selectFrom('orders')
    .select(['status', 'attention'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const mails = (await shop.jobs()).filter(
    (job) => job.name === 'mail-payment-confirmed' && job.data.orderId === orderId,
  );
  return { ...order, mails: mails.length };
}

test('a genuine webhook is stored, then the gateway is asked, and the order is paid', async () => {
  const { orderId, gatewayChargeId } = await newOrder([0]);
  await bank.pay(gatewayChargeId);
  expect(await receiveWebhook(shop.ctx, delivery(gatewayChargeId))).toEqual({ ok: true, stored: 1 });
  await shop.settled();
  expect(await outcome(orderId)).toEqual({ status: 'pending', attention: null, mails: 1 });
});

// shows: threat 10, purchase 10
test('a webhook that lies about a payment changes nothing: the gateway says pending', async () => {
  const { orderId, gatewayChargeId } = await newOrder([1]);
  await receiveWebhook(shop.ctx, delivery(gatewayChargeId));
  await shop.settled();
  expect(await outcome(orderId)).toMatchObject({ status: 'awaiting_payment', mails: 0 });
});

// shows: threat 10
test('no secret, a wrong one, or only a signature with the published key: refused, nothing stored', async () => {
  const { orderId, gatewayChargeId } = await newOrder([2]);
  await bank.pay(gatewayChargeId);
  for (const secret of [null, 'errado', '', `${SECRET}x`, SECRET.slice(0, -1)]) {
    expect(await receiveWebhook(shop.ctx, delivery(gatewayChargeId, { secret }))).toEqual({
      ok: false,
      reason: 'unauthentic',
    });
  }
  await shop.settled();
  expect(await outcome(orderId)).toMatchObject({ status: 'awaiting_payment', mails: 0 });
  const stored = await shop.ctx.db
    .selectFrom('webhook_events')
    .select('id')
    .where('gateway_charge_id', '=', gatewayChargeId)
    .execute();
  expect(stored).toEqual([]);
});

// shows: threat 11
test('fifty deliveries of one event in parallel, and fifty events of one payment, pay once', async () => {
  const { orderId, gatewayChargeId } = await newOrder([3]);
  await bank.pay(gatewayChargeId);
  const same = Array.from({ length: 50 }, () => receiveWebhook(shop.ctx, delivery(gatewayChargeId)));
  const others = Array.from({ length: 50 }, (_, n) =>
    receiveWebhook(shop.ctx, delivery(gatewayChargeId, { eventId: `log_other_${n}` })),
  );
  const answers = await Promise.all([...same, ...others]);
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(answers.reduce((sum, answer) => sum + (answer.ok ? answer.stored : 0), 0)).toBe(51);
  await shop.settled();
  expect(await outcome(orderId)).toEqual({ status: 'pending', attention: null, mails: 1 });
});

// shows: purchase 13
test('an authenticated webhook with another amount holds the charge: v1 cannot name what was paid', async () => {
  const { orderId, gatewayChargeId, chargeId } = await newOrder([4]);
  await bank.pay(gatewayChargeId);
  await receiveWebhook(shop.ctx, delivery(gatewayChargeId, { amount: 1 }));
  await shop.settled();
  expect(await outcome(orderId)).toEqual({
    status: 'awaiting_payment',
    attention: 'amount_mismatch',
    mails: 0,
  });
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
  expect(charge).toMatchObject({ status: 'held', paid_amount_cents: 1 });
});

// shows: threat 13
test('a webhook that overtakes our own create call waits for it and then pays the order', async () => {
  const placed = await placeOrder(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [5]),
    customer,
    shownTotalCents: null,
    idempotencyKey: null,
  });
  if (!placed.ok) throw new Error(placed.reason);
  const known = new Set(bank.ledger.keys());
  const { promise, resolve: release } = Promise.withResolvers<void>();
  holdAnswers = promise;
  const creating = startCharge(shop.ctx, placed.charge);
  await expect.poll(() => bank.ledger.size).toBe(known.size + 1);
  const early = [...bank.ledger.keys()].find((id) => !known.has(id)) ?? '';
  await bank.pay(early, { webhook: false });
  expect(await receiveWebhook(shop.ctx, delivery(early))).toEqual({ ok: true, stored: 1 });
  await shop.settled();
  expect(await outcome(placed.order.id)).toMatchObject({ status: 'awaiting_payment', mails: 0 });

  holdAnswers = null;
  release();
  expect(await creating).toMatchObject({ ok: true });
  await shop.settled();
  expect(await outcome(placed.order.id)).toEqual({ status: 'pending', attention: null, mails: 1 });
});

// shows: threat 14
test('a lost webhook costs a sweep, not the sale', async () => {
  const { orderId, gatewayChargeId } = await newOrder([6]);
  await bank.pay(gatewayChargeId, { webhook: false });
  shop.passSeconds(60);
  await sweepCharges(shop.ctx);
  expect(await outcome(orderId)).toEqual({ status: 'pending', attention: null, mails: 1 });
});

test('a webhook stored while the gateway did not answer is worked off by the sweep', async () => {
  const { orderId, gatewayChargeId } = await newOrder([7]);
  await bank.pay(gatewayChargeId);
  bank.failNext({ status: 503 }, 1);
  await receiveWebhook(shop.ctx, delivery(gatewayChargeId));
  await shop.settled();
  expect(await outcome(orderId)).toMatchObject({ status: 'awaiting_payment' });
  shop.passSeconds(30);
  await sweepCharges(shop.ctx);
  expect(await outcome(orderId)).toEqual({ status: 'pending', attention: null, mails: 1 });
});

test('a stored webhook with another amount holds the charge, also when somebody asks before its turn', async () => {
  const { orderId, chargeId, gatewayChargeId } = await newOrder([9]);
  await bank.pay(gatewayChargeId, { webhook: false });
  bank.failNext({ status: 503 }, 1);
  await receiveWebhook(shop.ctx, delivery(gatewayChargeId, { amount: 1499 }));
  await shop.settled();
  expect(await checkCharge(shop.ctx, chargeId)).toEqual({ ok: true, status: 'held' });
  expect(await outcome(orderId)).toEqual({
    status: 'awaiting_payment',
    attention: 'amount_mismatch',
    mails: 0,
  });
});

test('a webhook that never got its turn counts, and a later one of the right amount does not settle the doubt', async () => {
  const { orderId, chargeId, gatewayChargeId } = await newOrder([10]);
  await bank.pay(gatewayChargeId, { webhook: false });
  const at = shop.ctx.now();
  await shop.ctx.db
    .insertInto('webhook_events')
    .values({
      gateway: 'abacatepay',
      event_id: 'log_antes_da_queda',
      gateway_charge_id: gatewayChargeId,
      claimed_amount_cents: 1,
      received_at: at,
    })
    .execute();
  await receiveWebhook(shop.ctx, delivery(gatewayChargeId));
  await shop.settled();
  expect(await checkCharge(shop.ctx, chargeId)).toEqual({ ok: true, status: 'held' });
  expect(await outcome(orderId)).toMatchObject({ status: 'awaiting_payment', attention: 'amount_mismatch' });
});

// shows: threat 49
test('a create that timed out is not repeated behind the buyer; the next try makes a new charge', async () => {
  const userId = await shop.createUser();
  const request = {
    userId,
    purchase: buy(shop.ctx, [8]),
    customer,
    shownTotalCents: null,
    idempotencyKey: 'tentativa',
  };
  bank.failNext('dropAfterApply', 1);
  const placed = await placeOrder(shop.ctx, request);
  if (!placed.ok) throw new Error(placed.reason);
  const before = bank.ledger.size;
  expect(await startCharge(shop.ctx, placed.charge)).toEqual({ ok: false, reason: 'gateway_unavailable' });
  expect(bank.ledger.size).toBe(before + 1);

  const again = await checkOut(shop.ctx, { userId, purchase: request.purchase, idempotencyKey: 'tentativa' });
  expect(again.orderId).toBe(placed.order.id);
  expect(again.charge.id).not.toBe(placed.charge.id);
  expect(again.charge.status).toBe('pending');
  const live = await shop.ctx.db
    .selectFrom('charges')
    .select('status')
    .where('order_id', '=', placed.order.id)
    .orderBy('created_at')
    .execute();
  expect(live.map((row) => row.status)).toEqual(['failed', 'pending']);
});
