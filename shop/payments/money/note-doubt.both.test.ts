import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAttention } from '#shop/attention/list-attention.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { openAbacatePayShop, SECRET, type AbacatePayShop } from '#test/abacatepay-shop.ts';
import { perform } from '#test/perform.ts';
import { webhookBody } from '#test/providers/abacatepay-webhook.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { acceptHeldPayment } from './accept-held-payment.ts';
import { checkCharge } from '../charges/check-charge.ts';
import { handleDoubt } from './handle-trouble.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import { settleHeldPayment } from './settle-held-payment.ts';

let { bank, shop, close } = {} as AbacatePayShop;
let clerk: string;

beforeAll(async () => {
  ({ bank, shop, close } = await openAbacatePayShop());
  clerk = await shop.createUser('Equipe');
});
afterAll(() => close());

let events = 0;
async function notify(gatewayChargeId: string, amount: number) {
  const charge = bank.ledger.get(gatewayChargeId);
  if (!charge) throw new Error('The bank does not know its own charge.');
  const received = await receiveWebhook(shop.ctx, {
    url: new URL(`http://localhost:3000/webhooks/abacatepay?webhookSecret=${SECRET}`),
    headers: { 'content-type': 'application/json' },
    rawBody: JSON.stringify(webhookBody({ charge, eventId: `log_duvida_${events++}` }, { amount })),
  });
  expect(received).toEqual({ ok: true, stored: 1 });
  await shop.settled();
}

/** The provider says 'paid', and its answers name no amount. No webhook has come yet. */
async function confirmed(positions: number[], userId?: string) {
  const buyer = userId ?? (await shop.createUser());
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: buyer,
    purchase: buy(shop.ctx, positions),
  });
  const gatewayChargeId = charge.gateway_charge_id ?? '';
  await bank.pay(gatewayChargeId, { webhook: false });
  await checkCharge(shop.ctx, charge.id);
  return { userId: buyer, orderId, chargeId: charge.id, gatewayChargeId };
}

const deliver = async (orderId: string) => {
  const items = await shop.ctx.db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', orderId)
    .execute();
  const links = Object.fromEntries(items.map(({ id }) => [id, `https://exemplo.com/${id}.zip`]));
  return sendLinks(shop.ctx, { actorUserId: clerk, orderId, links });
};
const chargeOf = (id: string) =>
  shop.ctx.db
    .selectFrom('charges')
    .select(['status', 'paid_amount_cents', 'doubted_cents', 'staff_note'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const orderOf = (id: string) =>
  shop.ctx.db
    .selectFrom('orders')
    .select(['status', 'attention'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const attentionOf = async (orderId: string) =>
  (await listAttention(shop.ctx, { orderId })).map((entry) => ({
    kind: entry.kind,
    amountCents: entry.amountCents,
    canDeliver: entry.canDeliver,
    isDoubted: entry.isDoubted,
  }));
const HELD = { kind: 'amount_mismatch', amountCents: 1400, canDeliver: true, isDoubted: true };
const ask = (chargeId: string) => ({ actorUserId: clerk, chargeId });
const note = 'Conferido no painel do provedor.';

// shows: threat 58, purchase 13
test('another amount after the confirmation holds what is not delivered, until staff take it for the price', async () => {
  const { orderId, chargeId, gatewayChargeId, userId } = await confirmed([0]);
  await notify(gatewayChargeId, 1400);
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'held', paid_amount_cents: 1400 });
  expect(await orderOf(orderId)).toEqual({ status: 'pending', attention: 'amount_mismatch' });
  expect(await attentionOf(orderId)).toEqual([HELD]);
  expect(await deliver(orderId)).toEqual({ ok: false, reason: 'payment_under_review' });
  const [shown] = (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries;
  expect(shown).toMatchObject({ status: 'pending', attention: 'amount_mismatch' });
  expect(await handleDoubt(shop.ctx, { ...ask(chargeId), note })).toMatchObject({
    reason: 'already_handled',
  });

  expect(await acceptHeldPayment(shop.ctx, ask(chargeId))).toEqual({ ok: true });
  expect(await acceptHeldPayment(shop.ctx, ask(chargeId))).toEqual({ ok: false, reason: 'not_held' });
  expect(await orderOf(orderId)).toEqual({ status: 'pending', attention: null });
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'paid', paid_amount_cents: 1400 });
  const item = await shop.ctx.db
    .selectFrom('owed_items')
    .select(['paid_cents', 'kept'])
    .where('order_id', '=', orderId)
    .execute();
  expect(item).toEqual([{ paid_cents: 1400, kept: true }]);
  expect(await attentionOf(orderId)).toEqual([]);
  const mails = (await shop.jobs()).filter(
    (job) => job.name === 'mail-payment-confirmed' && job.data.orderId === orderId,
  );
  expect(mails).toHaveLength(1);
  await notify(gatewayChargeId, 1400);
  expect(await attentionOf(orderId)).toEqual([]);
  expect(await deliver(orderId)).toEqual({ ok: true, order: { id: orderId, status: 'completed' } });
});

// shows: threat 58, purchase 13
test('another amount after the delivery stands in Atenção until staff have seen to it, once', async () => {
  const { orderId, chargeId, gatewayChargeId } = await confirmed([1]);
  await deliver(orderId);
  await notify(gatewayChargeId, 1400);
  const entry = { kind: 'amount_doubt', amountCents: 1400, canDeliver: false, isDoubted: true };
  expect(await attentionOf(orderId)).toEqual([entry]);
  expect(await orderOf(orderId)).toEqual({ status: 'completed', attention: null });
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'paid', paid_amount_cents: 1400 });
  const tooMuch = { actorUserId: clerk, orderId, amountCents: 1500, note, requestKey: null };
  expect(await requestRefund(shop.ctx, tooMuch)).toEqual({ ok: false, reason: 'too_much', leftCents: 1400 });
  const silent = { chargeId, note: ' ' };
  expect(await perform(handleDoubt, shop.ctx, { actorUserId: clerk }, silent)).toMatchObject({
    fields: { note: expect.any(String) },
  });
  const handled = await Promise.all([1, 2].map(() => handleDoubt(shop.ctx, { ...ask(chargeId), note })));
  expect(handled).toContainEqual({ ok: true });
  expect(handled).toContainEqual({ ok: false, reason: 'already_handled' });
  expect(await attentionOf(orderId)).toEqual([]);
  expect(await chargeOf(chargeId)).toMatchObject({ staff_note: note });
  await notify(gatewayChargeId, 1400);
  expect(await attentionOf(orderId)).toEqual([]);
  await notify(gatewayChargeId, 1300);
  expect(await attentionOf(orderId)).toEqual([{ ...entry, amountCents: 1300 }]);
});

test('more than was confirmed is held too, and the surplus is owed back', async () => {
  const { orderId, chargeId, gatewayChargeId } = await confirmed([2]);
  await notify(gatewayChargeId, 1900);
  expect(await attentionOf(orderId)).toEqual([
    { ...HELD, amountCents: 1900 },
    { kind: 'refund_due', amountCents: 400, canDeliver: true, isDoubted: true },
  ]);
  await acceptHeldPayment(shop.ctx, ask(chargeId));
  expect(await attentionOf(orderId)).toEqual([
    { kind: 'refund_due', amountCents: 400, canDeliver: false, isDoubted: false },
  ]);
  expect(await deliver(orderId)).toMatchObject({ ok: true });
});

// shows: purchase 15
test('what was owed for a skin that was owned shrinks to its share of what came in', async () => {
  const userId = await shop.createUser();
  const both = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [3, 4]) });
  await confirmed([3], userId);
  await bank.pay(both.charge.gateway_charge_id ?? '', { webhook: false });
  await checkCharge(shop.ctx, both.charge.id);
  const owed = async () =>
    (await listAttention(shop.ctx, { orderId: both.orderId }))
      .filter(({ kind }) => kind === 'refund_due')
      .map(({ amountCents }) => amountCents);
  expect(await owed()).toEqual([1500]);
  await notify(both.charge.gateway_charge_id ?? '', 1001);
  expect(await owed()).toEqual([501]);
  await acceptHeldPayment(shop.ctx, ask(both.charge.id));
  expect(await owed()).toEqual([501]);
  expect(await orderOf(both.orderId)).toEqual({ status: 'pending', attention: null });
});

test('a doubted payment that staff settle outside goes on to delivery, or ends once it was given back', async () => {
  const kept = await confirmed([5]);
  await notify(kept.gatewayChargeId, 1);
  const settle = (chargeId: string, as: 'kept' | 'returned') =>
    settleHeldPayment(shop.ctx, { ...ask(chargeId), as, note });
  expect(await settle(kept.chargeId, 'kept')).toEqual({ ok: true });
  expect(await attentionOf(kept.orderId)).toEqual([]);
  expect(await deliver(kept.orderId)).toMatchObject({ ok: true });

  const returned = await confirmed([6]);
  await notify(returned.gatewayChargeId, 1400);
  expect(await settle(returned.chargeId, 'returned')).toEqual({ ok: true });
  expect(await orderOf(returned.orderId)).toEqual({ status: 'cancelled', attention: null });
  expect(await chargeOf(returned.chargeId)).toMatchObject({ status: 'refunded', paid_amount_cents: 1400 });
});

test('a refund that was sent is a fact: the sum does not fall below it, and staff still hear of the doubt', async () => {
  const { orderId, chargeId, gatewayChargeId } = await confirmed([7]);
  await deliver(orderId);
  const asked = await requestRefund(shop.ctx, { actorUserId: clerk, orderId, note, requestKey: null });
  if (!asked.ok) throw new Error(asked.reason);
  await closeRefund(shop.ctx, { actorUserId: clerk, refundId: asked.refundId, as: 'sent', note });
  await notify(gatewayChargeId, 1400);
  expect(await chargeOf(chargeId)).toMatchObject({ status: 'refunded', paid_amount_cents: 1500 });
  expect((await attentionOf(orderId)).map(({ kind }) => kind)).toEqual(['amount_doubt']);
});
