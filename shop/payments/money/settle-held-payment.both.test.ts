import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderMails } from '#jobs/mails/order-mails.ts';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { perform } from '#test/perform.ts';
import { openTroubledShop, type TroubledShop } from '#test/troubled-shop.ts';
import { acceptHeldPayment } from './accept-held-payment.ts';
import { checkCharge } from '../charges/check-charge.ts';
import { settleHeldPayment } from './settle-held-payment.ts';
import { startCharge } from '../charges/start-charge.ts';
import { sweepCharges } from '../charges/sweep-charges.ts';

let { shop, bank, clerk } = {} as TroubledShop;
beforeAll(async () => void ({ shop, bank, clerk } = await openTroubledShop()));
afterAll(() => shop.close());

const note = 'Combinado por telefone.';
const settle = (chargeId: string, as: 'returned' | 'kept') =>
  settleHeldPayment(shop.ctx, { actorUserId: clerk, chargeId, as, note });
const attentionOf = async (orderId: string) =>
  (await listAttention(shop.ctx, { orderId })).map((entry) => `${entry.kind} ${entry.amountCents}`);
const orderOf = (id: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const chargeOf = (id: string) =>
  shop.ctx.db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const logOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'details'])
    .where('subject_id', '=', orderId)
    .orderBy('id')
    .execute();
const shownTo = async (userId: string) =>
  (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries[0]!;
async function place(position: number) {
  const userId = await shop.createUser();
  const placed = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  return { ...placed, userId };
}
async function pay(chargeId: string, cents: number) {
  await shop.simulator.pay(chargeId, cents);
  await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
}
async function held(position: number, cents: number) {
  const placed = await place(position);
  await pay(placed.charge.id, cents);
  expect(await attentionOf(placed.orderId)).toEqual([`amount_mismatch ${cents}`]);
  return placed;
}
/** A second code of the same order, as 'Gerar novo código' gives it. */
async function renew(order: { userId: string; orderId: string }): Promise<string> {
  shop.passSeconds(3601);
  const renewed = await resumeOrder(shop.ctx, order);
  if (!renewed.ok) throw new Error(renewed.reason);
  await startCharge(shop.ctx, renewed.charge);
  return renewed.charge.id;
}

test('kept: two clerks settle once, the order ends, is never offered again, and the account may go', async () => {
  const order = await held(0, 1000);
  const { orderId, userId, charge } = order;
  const answers = await Promise.all([settle(charge.id, 'kept'), settle(charge.id, 'kept')]);
  expect(answers).toContainEqual({ ok: true });
  expect(answers).toContainEqual({ ok: false, reason: 'not_held' });
  await shop.settled();

  expect(await attentionOf(orderId)).toEqual([]);
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled', attention: null });
  expect(await resumeOrder(shop.ctx, { userId, orderId })).toEqual({ ok: false, reason: 'order_cancelled' });
  expect(await shownTo(userId)).toMatchObject({ status: 'cancelled', refundedCents: 0 });
  expect(await logOf(orderId)).toEqual([
    {
      action: 'payment.settled_outside',
      actor_user_id: clerk,
      details: { chargeId: charge.id, as: 'kept', amountCents: 1000, orderEnded: true },
    },
  ]);
  const [money] = (await readMoneyOfOrder(shop.ctx.db, orderId)).charges;
  expect(money).toMatchObject({ receivedCents: 1000, refundedCents: 0, leftCents: 1000, staffNote: note });
  const mails = (await shop.jobs()).filter(
    (job) => job.name === 'mail-order-cancelled' && job.data.orderId === orderId,
  );
  expect(mails.map(({ data }) => data)).toEqual([{ orderId, refundCents: 0, isSettled: true }]);
  expect(await acceptHeldPayment(shop.ctx, { actorUserId: clerk, chargeId: charge.id })).toMatchObject({
    reason: 'not_held',
  });

  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  expect((await chargeOf(charge.id)).staff_note).toBeNull();
});

test('returned: the books say so without the gateway being asked, and the order ends', async () => {
  const { orderId, charge, userId } = await held(1, 900);
  expect(await settle(charge.id, 'returned')).toEqual({ ok: true });
  expect(await settle(charge.id, 'returned')).toEqual({ ok: false, reason: 'not_held' });
  await shop.settled();
  shop.passSeconds(7200);
  await sweepRefunds(shop.ctx);
  expect(bank.refundedIds()).toEqual([]);

  expect(await attentionOf(orderId)).toEqual([]);
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled', attention: null });
  expect((await chargeOf(charge.id)).status).toBe('refunded');
  expect(await shownTo(userId)).toMatchObject({ isRefunded: true, refundedCents: 900 });
  const refunds = await shop.ctx.db
    .selectFrom('refunds')
    .select(['status', 'is_manual', 'amount_cents', 'note'])
    .where('order_id', '=', orderId)
    .execute();
  expect(refunds).toEqual([{ status: 'refunded', is_manual: true, amount_cents: 900, note }]);
  expect((await logOf(orderId)).map(({ action }) => action)).toEqual([
    'payment.settled_outside',
    'refund.requested',
    'refund.marked',
  ]);
});

test('accepted: the receipt names the sum that came', async () => {
  const { orderId, charge } = await held(18, 1400);
  expect(await acceptHeldPayment(shop.ctx, { actorUserId: clerk, chargeId: charge.id })).toEqual({
    ok: true,
  });
  await orderMails['mail-payment-confirmed'].run(shop.ctx, { orderId }, 'receipt');
  expect(shop.mails.at(-1)?.text).toContain('Recebemos o seu PIX de R$ 14,00, e a equipe o aceitou');
});

test('settling against accepting: one of the two happens', async () => {
  for (let round = 0; round < 6; round++) {
    const { orderId, charge } = await held(2 + round, 1400);
    const [accepted, settled] = await Promise.all([
      acceptHeldPayment(shop.ctx, { actorUserId: clerk, chargeId: charge.id }),
      settle(charge.id, 'kept'),
    ]);
    expect([accepted.ok, settled.ok].filter(Boolean)).toHaveLength(1);
    expect((await orderOf(orderId)).status).toBe(accepted.ok ? 'pending' : 'cancelled');
    expect(await attentionOf(orderId)).toEqual([]);
  }
});

test('nothing is settled without a reason, and nothing that is not held', async () => {
  const { orderId, charge } = await held(8, 1000);
  const silent = { chargeId: charge.id, as: 'kept' as const, note: ' \n ' };
  expect(await perform(settleHeldPayment, shop.ctx, { actorUserId: clerk }, silent)).toMatchObject({
    fields: { note: expect.any(String) },
  });
  expect(await attentionOf(orderId)).toEqual(['amount_mismatch 1000']);
  expect(await settle(crypto.randomUUID(), 'kept')).toEqual({ ok: false, reason: 'not_found' });
  const paid = await place(9);
  await pay(paid.charge.id, 1500);
  expect(await settle(paid.charge.id, 'kept')).toEqual({ ok: false, reason: 'not_held' });
  expect((await orderOf(paid.orderId)).status).toBe('pending');
});

test.each(['kept', 'returned'] as const)(
  'a second payment of another sum, settled as %s, leaves the paid order as it is',
  async (as) => {
    const order = await place(10);
    const second = await renew(order);
    await pay(order.charge.id, 1500);
    await pay(second, 700);
    const [entry] = await listAttention(shop.ctx, { orderId: order.orderId });
    expect(entry).toMatchObject({ kind: 'amount_mismatch', amountCents: 700, canDeliver: false });
    expect(await settle(second, as)).toEqual({ ok: true });
    await shop.settled();
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'pending', attention: null });
    expect(await attentionOf(order.orderId)).toEqual([]);
    expect((await chargeOf(order.charge.id)).status).toBe('paid');
  },
);

test('two held payments of one order are two decisions', async () => {
  const order = await place(12);
  const second = await renew(order);
  await pay(order.charge.id, 500);
  await pay(second, 600);
  expect((await attentionOf(order.orderId)).toSorted()).toEqual([
    'amount_mismatch 500',
    'amount_mismatch 600',
  ]);
  expect(await settle(second, 'kept')).toEqual({ ok: true });
  expect(await attentionOf(order.orderId)).toEqual(['amount_mismatch 500']);
  expect((await orderOf(order.orderId)).attention).toBe('amount_mismatch');
  expect(await settle(order.charge.id, 'returned')).toEqual({ ok: true });
  expect(await attentionOf(order.orderId)).toEqual([]);
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'cancelled', attention: null });
});

test('a payment that is held stays under Atenção when another code of the order is paid in full', async () => {
  const order = await place(13);
  const second = await renew(order);
  await pay(order.charge.id, 500);
  await pay(second, 1500);
  expect((await orderOf(order.orderId)).status).toBe('pending');
  expect(await attentionOf(order.orderId)).toEqual(['amount_mismatch 500']);
});

test('a refund of a held payment that is given up opens the decision again', async () => {
  bank.setRefunds('none');
  const { orderId, userId, charge } = await held(14, 1000);
  const asked = await requestRefund(shop.ctx, { actorUserId: clerk, orderId, note, requestKey: null });
  if (!asked.ok) throw new Error(asked.reason);
  expect(await attentionOf(orderId)).toEqual(['refund_due 1000']);
  // Neither waiting for staff nor unpaid: the screen offers no payment while money is on its way back.
  expect(await shownTo(userId)).toMatchObject({ attention: null, refundDueCents: 1000 });
  expect(await settle(charge.id, 'kept')).toEqual({ ok: false, reason: 'not_held' });
  const { refundId } = asked;
  await closeRefund(shop.ctx, { actorUserId: clerk, refundId, as: 'dismissed', note });
  bank.setRefunds('partial');
  expect(await attentionOf(orderId)).toEqual(['amount_mismatch 1000']);
  expect((await orderOf(orderId)).attention).toBe('amount_mismatch');
  expect(await settle(charge.id, 'kept')).toEqual({ ok: true });
  expect((await orderOf(orderId)).status).toBe('cancelled');
});

test('money that arrives after the settlement asks for staff again, and revives nothing', async () => {
  const { orderId, charge, userId } = await held(15, 1000);
  await settle(charge.id, 'kept');
  await shop.simulator.pay(charge.id, 500);
  shop.passSeconds(3 * 24 * 3600);
  await sweepCharges(shop.ctx);
  expect(await attentionOf(orderId)).toEqual(['refund_due 500']);
  expect((await orderOf(orderId)).status).toBe('cancelled');
  expect(await shownTo(userId)).toMatchObject({ refundDueCents: 500 });
});

test('held money of an account that is gone can be settled too', async () => {
  const { orderId, charge, userId } = await place(16);
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  await pay(charge.id, 300);
  const [entry] = await listAttention(shop.ctx, { orderId });
  expect(entry).toMatchObject({ kind: 'amount_mismatch', canDeliver: false });
  expect(await settle(charge.id, 'returned')).toEqual({ ok: true });
  expect(await attentionOf(orderId)).toEqual([]);
  expect((await orderOf(orderId)).status).toBe('cancelled');
});

test('a refund that its provider never answers for can be ended after a day, and not before', async () => {
  const order = await held(17, 1000);
  bank.answerRefundsWith('processing');
  const asked = await requestRefund(shop.ctx, {
    actorUserId: clerk,
    orderId: order.orderId,
    note,
    requestKey: null,
  });
  if (!asked.ok) throw new Error(asked.reason);
  await shop.settled();
  const { refundId } = asked;
  const close = (as: 'sent' | 'dismissed' | 'not_sent') =>
    closeRefund(shop.ctx, { actorUserId: clerk, refundId, as, note });
  shop.passSeconds(24 * 3600 - 1);
  expect(await listAttention(shop.ctx, { orderId: order.orderId })).toMatchObject([
    { kind: 'refund_slow', canClose: false },
  ]);
  expect(await close('sent')).toEqual({ ok: false, reason: 'not_open' });
  shop.passSeconds(1);
  expect(await listAttention(shop.ctx, { orderId: order.orderId })).toMatchObject([
    { kind: 'refund_slow', canClose: true },
  ]);
  expect(await close('dismissed')).toEqual({ ok: false, reason: 'not_open' });
  expect(await close('not_sent')).toEqual({ ok: true });
  expect(await attentionOf(order.orderId)).toEqual(['refund_failed 1000']);
  // The provider was wrong: what arrives is written down all the same, once.
  bank.settleAs('refunded');
  expect(await close('sent')).toEqual({ ok: true });
  expect(await attentionOf(order.orderId)).toEqual([]);
  expect((await orderOf(order.orderId)).status).toBe('cancelled');
  bank.behave();
});
