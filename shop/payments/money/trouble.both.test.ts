import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { replaceLink } from '#shop/delivery/replace-link.ts';
import { cancelOrder, cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sendDueRefund } from '#shop/refunds/send-due-refund.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { perform } from '#test/perform.ts';
import { openTroubledShop, type TroubledShop } from '#test/troubled-shop.ts';
import { acceptHeldPayment } from './accept-held-payment.ts';
import { checkCharge } from '../charges/check-charge.ts';
import { findSimulatedCharge } from '../charges/find-simulated-charge.ts';
import { GatewayError, type PixGateway } from '../gateway.ts';
import { handleChargeback } from './handle-trouble.ts';
import { startCharge } from '../charges/start-charge.ts';
import { reconcileSettledCharge } from './reconcile-settled-charge.ts';
import { sweepCharges } from '../charges/sweep-charges.ts';

let { shop, bank, clerk } = {} as TroubledShop;
beforeAll(async () => void ({ shop, bank, clerk } = await openTroubledShop()));
afterAll(() => shop.close());

const note = 'Combinado com o cliente.';
const attentionOf = async (orderId: string) =>
  (await listAttention(shop.ctx, { orderId })).map((entry) => `${entry.kind} ${entry.amountCents}`);
const orderOf = (id: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const skinsOf = async (userId: string) =>
  (await shop.ctx.db.selectFrom('user_collection').select('id').where('user_id', '=', userId).execute())
    .length;
const chargeOf = async (orderId: string) =>
  (
    await shop.ctx.db
      .selectFrom('charges')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).id;
const mailsOf = async (orderId: string, name: string) =>
  (await shop.jobs()).filter(
    (job) => job.name === name && 'orderId' in job.data && job.data.orderId === orderId,
  ).length;
async function order(position: number) {
  const userId = await shop.createUser();
  const placed = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  return { ...placed, userId };
}
async function held(position: number, paidCents: number) {
  const placed = await order(position);
  await shop.simulator.pay(placed.charge.id, paidCents);
  await checkCharge(shop.ctx, placed.charge.id);
  return placed;
}

test('too little: staff take it for the price, and the order goes on as if paid', async () => {
  const { orderId, charge, userId } = await held(0, 1400);
  expect(await attentionOf(orderId)).toEqual(['amount_mismatch 1400']);
  const accept = () => acceptHeldPayment(shop.ctx, { actorUserId: clerk, chargeId: charge.id });
  const answers = await Promise.all([accept(), accept()]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await orderOf(orderId)).status).toBe('pending');
  expect(await skinsOf(userId)).toBe(1);
  expect(await attentionOf(orderId)).toEqual([]);
});

test('too little: staff send it back, the order ends, and nobody has to look again', async () => {
  const { orderId, charge } = await held(1, 100);
  const asked = await requestRefund(shop.ctx, { actorUserId: clerk, orderId, note, requestKey: null });
  expect(asked).toMatchObject({ ok: true });
  await shop.settled();
  expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled', attention: null });
  expect(await checkCharge(shop.ctx, charge.id)).toEqual({ ok: true, status: 'refunded' });
  expect(await attentionOf(orderId)).toEqual([]);
  expect(await acceptHeldPayment(shop.ctx, { actorUserId: clerk, chargeId: charge.id })).toEqual({
    ok: false,
    reason: 'not_held',
  });
});

test('the rest of a payment that was too small releases the order', async () => {
  const { orderId, charge, userId } = await held(2, 500);
  await shop.simulator.pay(charge.id, 1000);
  shop.passSeconds(2 * 24 * 3600);
  await sweepCharges(shop.ctx);
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', attention: null });
  expect(await skinsOf(userId)).toBe(1);
});

test('too much: delivered, and the difference goes back with one press', async () => {
  const { orderId, charge } = await order(3);
  await shop.simulator.pay(charge.id, 2000);
  await checkCharge(shop.ctx, charge.id);
  const [entry] = await listAttention(shop.ctx, { orderId });
  expect(entry).toMatchObject({ kind: 'refund_due', reason: 'overpaid', amountCents: 500, canSend: true });
  const send = () => sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: entry!.refundId! });
  const answers = await Promise.all([send(), send()]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  await shop.settled();
  expect(bank.refundedIds().filter((id) => id === entry!.refundId)).toHaveLength(1);
  expect(await attentionOf(orderId)).toEqual([]);
  expect((await orderOf(orderId)).status).toBe('pending');
});

// shows: purchase 14
test('a second payment through the same code is found later and owed back', async () => {
  const paid = await createPaidOrder(shop, buy(shop.ctx, [4]));
  const chargeId = await chargeOf(paid.orderId);
  await shop.simulator.pay(chargeId, 1500);
  await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
  await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
  expect(await attentionOf(paid.orderId)).toEqual(['refund_due 1500']);
});

test('two codes paid: the second goes back, the order and its skins stay', async () => {
  const { orderId, charge, userId } = await order(5);
  shop.passSeconds(3601);
  const renewed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!renewed.ok) throw new Error(renewed.reason);
  await startCharge(shop.ctx, renewed.charge);
  for (const id of [charge.id, renewed.charge.id]) {
    await shop.simulator.pay(id);
    await checkCharge(shop.ctx, id);
  }
  const [entry] = await listAttention(shop.ctx, { orderId });
  expect(entry).toMatchObject({ reason: 'paid_twice', amountCents: 1500 });
  await sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: entry!.refundId! });
  await shop.settled();
  expect(await skinsOf(userId)).toBe(1);
  const [shown] = (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries;
  expect(shown).toMatchObject({ isRefunded: false, refundedCents: 1500, refundDueCents: 0 });
});

test('money for an account that is gone is owed back whole; the order is not deliverable', async () => {
  const { orderId, charge, userId } = await order(6);
  expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  const [entry] = await listAttention(shop.ctx, { orderId });
  expect(entry).toMatchObject({ kind: 'refund_due', reason: 'no_account', amountCents: 1500 });
  const links = { [crypto.randomUUID()]: 'https://exemplo.com/a' };
  expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links })).toEqual({
    ok: false,
    reason: 'being_refunded',
  });
  await sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: entry!.refundId! });
  await shop.settled();
  expect((await orderOf(orderId)).status).toBe('cancelled');
  expect(await attentionOf(orderId)).toEqual([]);
});

// shows: threat 46
test('nobody deletes the account while money is on its way to them', async () => {
  const paid = await createPaidOrder(shop, buy(shop.ctx, [7]));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: paid.orderId, links: paid.links });
  bank.refuseNextRefund();
  const asked = await requestRefund(shop.ctx, {
    actorUserId: clerk,
    orderId: paid.orderId,
    note: 'Canário Amarelo pediu.',
    requestKey: null,
  });
  if (!asked.ok) throw new Error(asked.reason);
  await shop.settled();
  expect(await attentionOf(paid.orderId)).toEqual(['refund_failed 1500']);
  expect(await deleteAccount(shop.ctx, paid.userId)).toEqual({ ok: false, reason: 'refund_open' });
  await closeRefund(shop.ctx, { actorUserId: clerk, refundId: asked.refundId, as: 'sent', note });
  expect(await deleteAccount(shop.ctx, paid.userId)).toEqual({ ok: true });
  const row = await shop.ctx.db
    .selectFrom('refunds')
    .select(['status', 'note', 'amount_cents'])
    .where('id', '=', asked.refundId)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'refunded', note: null, amount_cents: 1500 });
});

test('what the bank took leaves a refund that is under way open: it cannot have arrived too', async () => {
  const paid = await createPaidOrder(shop, buy(shop.ctx, [9]));
  const chargeId = await chargeOf(paid.orderId);
  // It is not sent yet.
  const waiting = { ...shop.ctx, inBackground: () => {} };
  const asked = await requestRefund(waiting, {
    actorUserId: clerk,
    orderId: paid.orderId,
    note,
    requestKey: null,
  });
  if (!asked.ok) throw new Error(asked.reason);
  await shop.ctx.transaction(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', paid.orderId)
      .executeTakeFirstOrThrow();
    const charge = await tx
      .selectFrom('charges')
      .selectAll()
      .where('id', '=', chargeId)
      .executeTakeFirstOrThrow();
    await reconcileSettledCharge(shop.ctx, tx, order, charge, {
      gatewayChargeId: charge.gateway_charge_id!,
      status: 'refunded',
      pixCode: null,
      expiresAt: null,
      paidAmountCents: 1500,
      paidAt: null,
      refundedCents: 0,
      chargedBackCents: 1500,
    });
  });
  const refund = shop.ctx.db.selectFrom('refunds').select('status').where('id', '=', asked.refundId);
  expect(await refund.executeTakeFirst()).toEqual({ status: 'requested' });
});

test('a chargeback takes the skins along, is told to both sides, and asks for a person once', async () => {
  const paid = await createPaidOrder(shop, buy(shop.ctx, [8]));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: paid.orderId, links: paid.links });
  const chargeId = await chargeOf(paid.orderId);
  bank.chargeBack(chargeId, 1500);
  shop.passSeconds(3 * 24 * 3600);
  await sweepCharges(shop.ctx);
  expect(await attentionOf(paid.orderId)).toEqual(['chargeback 1500']);
  await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
  expect((await orderOf(paid.orderId)).status).toBe('completed');
  expect(await skinsOf(paid.userId)).toBe(0);
  expect(await attentionOf(paid.orderId)).toEqual(['chargeback 1500']);
  expect(await mailsOf(paid.orderId, 'mail-charged-back')).toBe(1);
  const [shown] = (await listOwnOrders(shop.ctx, { userId: paid.userId, cursor: null })).entries;
  expect(shown).toMatchObject({ isRefunded: true, refundedCents: 1500, chargedBackCents: 1500 });
  const asked = await requestRefund(shop.ctx, {
    actorUserId: clerk,
    orderId: paid.orderId,
    note,
    requestKey: null,
  });
  expect(asked).toEqual({ ok: false, reason: 'nothing_left' });
  const itemId = paid.items[0]!.id;
  const link = 'https://exemplo.com/novo.zip';
  expect(await replaceLink(shop.ctx, { actorUserId: clerk, orderId: paid.orderId, itemId, link })).toEqual({
    ok: false,
    reason: 'refunded',
  });
  const silent = { chargeId, note: ' ' };
  expect(await perform(handleChargeback, shop.ctx, { actorUserId: clerk }, silent)).toMatchObject({
    fields: { note: expect.any(String) },
  });
  expect(await handleChargeback(shop.ctx, { actorUserId: clerk, chargeId, note })).toEqual({ ok: true });
  expect(await handleChargeback(shop.ctx, { actorUserId: clerk, chargeId, note })).toEqual({
    ok: false,
    reason: 'already_handled',
  });
  expect(await attentionOf(paid.orderId)).toEqual([]);
});

test('what the bank took back is not sent a second time', async () => {
  const { orderId, charge } = await order(9);
  await shop.simulator.pay(charge.id, 2000);
  await checkCharge(shop.ctx, charge.id);
  expect(await attentionOf(orderId)).toEqual(['refund_due 500']);
  bank.chargeBack(charge.id, 2000);
  await checkCharge(shop.ctx, charge.id, { evenIfPaid: true });
  expect(await attentionOf(orderId)).toEqual(['chargeback 2000']);
  expect((await orderOf(orderId)).status).toBe('cancelled');
});

test('a bank that takes a part back lowers what is due by that, and leaves the rest due', async () => {
  const { orderId, charge } = await order(19);
  await shop.simulator.pay(charge.id, 2000);
  await checkCharge(shop.ctx, charge.id);
  for (const [takenCents, dueCents] of [
    [1700, 300],
    [1999, 1],
  ] as const) {
    bank.chargeBack(charge.id, takenCents);
    await checkCharge(shop.ctx, charge.id, { evenIfPaid: true });
    expect(await attentionOf(orderId)).toEqual([`refund_due ${dueCents}`, `chargeback ${takenCents}`]);
  }
});

test('a refund made in the provider’s panel is followed: skins gone, mail sent, books closed', async () => {
  const paid = await createPaidOrder(shop, buy(shop.ctx, [10]));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: paid.orderId, links: paid.links });
  const chargeId = await chargeOf(paid.orderId);
  await shop.simulator.refund({
    charge: { chargeId, gatewayChargeId: null },
    refundId: crypto.randomUUID(),
    amountCents: 1500,
    reason: 'painel',
  });
  expect(await checkCharge(shop.ctx, chargeId, { evenIfPaid: true })).toEqual({
    ok: true,
    status: 'refunded',
  });
  expect(await skinsOf(paid.userId)).toBe(0);
  const refunds = await shop.ctx.db
    .selectFrom('refunds')
    .select(['status', 'reason', 'amount_cents'])
    .where('order_id', '=', paid.orderId)
    .execute();
  expect(refunds).toEqual([{ status: 'refunded', reason: 'at_provider', amount_cents: 1500 }]);
  const resumed = await resumeOrder(shop.ctx, paid);
  expect(resumed).toMatchObject({ ok: true, order: { status: 'completed' } });
  expect(resumed.ok && resumed.charge).toEqual({ id: chargeId, mustCreate: false });
});

test('staff cancel what is paid and not delivered: the money goes back, the mail says so', async () => {
  const paid = await createPaidOrder(shop, buy(shop.ctx, [11]));
  const cancel = () => cancelOrder(shop.ctx, { actorUserId: clerk, orderId: paid.orderId, reason: note });
  const answers = await Promise.all([cancel(), cancel()]);
  expect(answers).toContainEqual(expect.objectContaining({ ok: true, refundAmountCents: 1500 }));
  expect(answers).toContainEqual({ ok: false, reason: 'already_cancelled' });
  await shop.settled();
  expect((await orderOf(paid.orderId)).status).toBe('cancelled');
  expect(await skinsOf(paid.userId)).toBe(0);
  expect(await mailsOf(paid.orderId, 'mail-order-cancelled')).toBe(1);
  const [shown] = (await listOwnOrders(shop.ctx, { userId: paid.userId, cursor: null })).entries;
  expect(shown).toMatchObject({ status: 'cancelled', isRefunded: true });
  const log = await shop.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', paid.orderId)
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['refund.requested', 'order.cancelled', 'refund.sent']);
});

// shows: purchase 22
test('cancel against delivery: one of the two happens', async () => {
  for (let round = 0; round < 6; round++) {
    const paid = await createPaidOrder(shop, buy(shop.ctx, [12 + round]));
    const [sent, cancelled] = await Promise.all([
      sendLinks(shop.ctx, { actorUserId: clerk, orderId: paid.orderId, links: paid.links }),
      cancelOrder(shop.ctx, { actorUserId: clerk, orderId: paid.orderId, reason: note }),
    ]);
    expect([sent.ok, cancelled.ok].filter(Boolean)).toHaveLength(1);
    await shop.settled();
    expect((await orderOf(paid.orderId)).status).toBe(sent.ok ? 'completed' : 'cancelled');
    expect(await skinsOf(paid.userId)).toBe(sent.ok ? 1 : 0);
  }
});

test('buyers cancel their own unpaid order and nothing else', async () => {
  const { orderId, userId, charge } = await order(20);
  const stranger = await shop.createUser();
  expect(await cancelOwnOrder(shop.ctx, { userId: stranger, orderId })).toEqual({
    ok: false,
    reason: 'not_found',
  });
  expect(await cancelOwnOrder(shop.ctx, { userId, orderId })).toMatchObject({ ok: true });
  expect(await cancelOwnOrder(shop.ctx, { userId, orderId })).toMatchObject({ ok: true });
  await shop.settled();
  expect(await mailsOf(orderId, 'mail-order-cancelled')).toBe(1);
  const found = await shop.simulator.find({ chargeId: charge.id, gatewayChargeId: null });
  expect(found).toMatchObject({ ok: true, charge: { status: 'cancelled' } });

  const paid = await createPaidOrder(shop, buy(shop.ctx, [21]));
  expect(await cancelOwnOrder(shop.ctx, { userId: paid.userId, orderId: paid.orderId })).toEqual({
    ok: false,
    reason: 'already_paid',
  });
  const short = await held(22, 100);
  expect(await cancelOwnOrder(shop.ctx, { userId: short.userId, orderId: short.orderId })).toEqual({
    ok: false,
    reason: 'payment_under_review',
  });
});

test('a payment that arrives after the buyer cancelled is honoured', async () => {
  const { orderId, userId, charge } = await order(23);
  await cancelOwnOrder(shop.ctx, { userId, orderId });
  await shop.settled();
  await shop.simulator.pay(charge.id);
  shop.passSeconds(120);
  await sweepCharges(shop.ctx);
  expect((await orderOf(orderId)).status).toBe('pending');
  expect(await skinsOf(userId)).toBe(1);
});

test('payment against cancellation: the money is never lost', async () => {
  for (let round = 0; round < 6; round++) {
    const { orderId, userId, charge } = await order(24);
    await shop.simulator.pay(charge.id);
    await Promise.all([cancelOwnOrder(shop.ctx, { userId, orderId }), checkCharge(shop.ctx, charge.id)]);
    await shop.settled();
    expect((await orderOf(orderId)).status).toBe('pending');
    expect(await skinsOf(userId)).toBe(1);
  }
});

test('whoever pays while their old code is closed is found at once; a close that fails changes nothing', async () => {
  const { orderId, charge } = await order(25);
  shop.passSeconds(3601);
  let finds = 0;
  const askWith = async (cancel: PixGateway['cancel']) => {
    finds = 0;
    const find: PixGateway['find'] = (reference) => ((finds += 1), bank.find(reference));
    const gateway = { ...bank, find, cancel };
    return { answer: await checkCharge({ ...shop.ctx, gatewayFor: () => gateway }, charge.id), finds };
  };
  const expired = { answer: { ok: true, status: 'expired' }, finds: 1 };
  expect(await askWith(async () => ({ ok: true }))).toEqual(expired);
  expect(await askWith(async () => ({ ok: false, reason: 'not_found' }))).toEqual(expired);
  const silent = new GatewayError('simulator', 'no answer', { retryable: true, outcome: 'unknown' });
  expect(await askWith(() => Promise.reject(silent))).toEqual(expired);
  await expect(askWith(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  expect((await orderOf(orderId)).status).toBe('awaiting_payment');
  const paidMeanwhile = await askWith(async () => {
    await shop.simulator.pay(charge.id);
    return { ok: false, reason: 'already_paid' };
  });
  expect(paidMeanwhile).toEqual({ answer: { ok: true, status: 'paid' }, finds: 2 });
  expect((await orderOf(orderId)).status).toBe('pending');
});

test('a provider is asked about settled money for news only, and a payment in parts stays with staff', async () => {
  const mute = { ...shop.ctx, gatewayFor: () => null };
  const { orderId, charge } = await held(26, 500);
  const noNews = async (status: string) => {
    expect(await checkCharge(mute, charge.id)).toEqual({ ok: true, status });
    expect(await checkCharge(mute, charge.id, { evenIfPaid: true })).toEqual({
      ok: false,
      reason: 'gateway_unavailable',
    });
  };
  const more = async (cents: number) => {
    await shop.simulator.pay(charge.id, cents);
    return checkCharge(shop.ctx, charge.id, { evenIfPaid: true });
  };
  await noNews('held');
  expect(await more(400)).toEqual({ ok: true, status: 'held' });
  expect(await attentionOf(orderId)).toEqual(['amount_mismatch 900']);
  expect(await more(600)).toEqual({ ok: true, status: 'paid' });
  expect(await attentionOf(orderId)).toEqual([]);
  await noNews('paid');
  expect(await more(700)).toEqual({ ok: true, status: 'paid' });
  expect(await attentionOf(orderId)).toEqual(['refund_due 700']);
  await cancelOrder(shop.ctx, { actorUserId: clerk, orderId, reason: note });
  const [entry] = await listAttention(shop.ctx, { orderId });
  if (entry?.refundId) await sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: entry.refundId });
  await shop.settled();
  await noNews('refunded');
});

test('the simulated bank app shows the sum and whether it was paid, and nothing of real money', async () => {
  const { charge } = await order(27);
  const shown = (more: object = {}) => findSimulatedCharge({ ...shop.ctx, ...more }, charge.id);
  const open = { id: charge.id, amountCents: 1500, isPaid: false, isExpired: false, dispute: null };
  expect(await shown()).toEqual(open);
  expect(await shown({ now: () => charge.expires_at })).toEqual({ ...open, isExpired: true });
  expect(await shown({ simulator: null })).toBeNull();
  expect(await findSimulatedCharge(shop.ctx, crypto.randomUUID())).toBeNull();
  const change = (set: object) =>
    shop.ctx.db.updateTable('charges').set(set).where('id', '=', charge.id).execute();
  for (const status of ['paid', 'held', 'refunded']) {
    await change({ status, paid_amount_cents: 1500, paid_at: shop.ctx.now() });
    expect(await shown()).toEqual({ ...open, isPaid: true });
  }
  for (const status of ['expired', 'cancelled', 'failed']) {
    await change({ status });
    expect(await shown()).toEqual(open);
  }
  await change({ gateway: 'abacatepay' });
  expect(await shown()).toBeNull();
});

test('a code that ran out here is closed at the provider as long as it is open there', async () => {
  const { charge } = await order(28);
  shop.passSeconds(3601);
  for (const [status, closings] of [
    ['pending', 1],
    ['expired', 1],
    ['cancelled', 0],
  ] as const) {
    let closed = 0;
    const find: PixGateway['find'] = async (reference) => {
      const found = await bank.find(reference);
      return found.ok ? { ok: true, charge: { ...found.charge, status } } : found;
    };
    const cancel: PixGateway['cancel'] = async () => ((closed += 1), { ok: true });
    const gatewayFor = () => ({ ...bank, find, cancel });
    expect(await checkCharge({ ...shop.ctx, gatewayFor }, charge.id)).toEqual({
      ok: true,
      status: 'expired',
    });
    expect(closed, status).toBe(closings);
  }
});

test('money is judged by what its order costs now, not by what its code asked for', async () => {
  const costs = (orderId: string, total_cents: number) =>
    shop.ctx.db.updateTable('orders').set({ total_cents }).where('id', '=', orderId).execute();
  const cheaper = await order(21);
  await costs(cheaper.orderId, 1200);
  await shop.simulator.pay(cheaper.charge.id);
  expect(await checkCharge(shop.ctx, cheaper.charge.id)).toMatchObject({ status: 'paid' });
  expect(await attentionOf(cheaper.orderId)).toEqual(['refund_due 300']);
  const [item] = await shop.ctx.db
    .selectFrom('order_items')
    .select('paid_cents')
    .where('order_id', '=', cheaper.orderId)
    .execute();
  expect(item).toEqual({ paid_cents: 1200 });

  const dearer = await order(22);
  await costs(dearer.orderId, 1800);
  await shop.simulator.pay(dearer.charge.id);
  expect(await checkCharge(shop.ctx, dearer.charge.id)).toMatchObject({ status: 'held' });
  expect(await attentionOf(dearer.orderId)).toEqual(['amount_mismatch 1500']);
  const [shown] = await listAttention(shop.ctx, { orderId: dearer.orderId });
  expect(shown).toMatchObject({ askedCents: 1800, receivedCents: 1500 });
});
