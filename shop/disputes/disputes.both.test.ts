import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { setPatchState } from '#shop/delivery/patch/set-patch-state.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { acceptHeldPayment } from '#shop/payments/money/accept-held-payment.ts';
import { applyGatewayAnswer } from '#shop/payments/money/apply-gateway-answer.ts';
import type { GatewayCharge, GatewayDispute } from '#shop/payments/gateway.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { lockAccount } from './lock-account.ts';
import { releaseAccount } from './release-account.ts';

const LINK = 'https://arquivos.exemplo.com/pronta.zip';
const DAY_SECONDS = 24 * 3600;

let shop: TestContext;
let clerk: string;
let position = 0;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

async function paidOrder(userId?: string) {
  const order = await createPaidOrder(shop, buy(shop.ctx, [position++]), userId);
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  return { ...order, charge };
}
type Paid = Awaited<ReturnType<typeof paidOrder>>;

/** The bank does it, and the shop asks. */
async function disputed({ charge }: Paid, ...steps: ('open' | 'won' | 'lost')[]) {
  for (const step of steps) {
    expect(await shop.ctx.simulator?.dispute(charge.id, step)).toBe('done');
    await checkCharge(shop.ctx, charge.id, { evenIfPaid: true });
  }
}

const disputesOf = ({ charge }: Paid) =>
  shop.ctx.db
    .selectFrom('disputes')
    .selectAll()
    .where('charge_id', '=', charge.id)
    .orderBy('opened_at')
    .execute();
const statesOf = async (order: Paid) => (await disputesOf(order)).map(({ state }) => state);
const attentionOf = async ({ orderId }: Paid) =>
  (await listAttention(shop.ctx, { orderId })).map(({ kind, amountCents }) => `${kind} ${amountCents}`);
const auditOf = async ({ orderId }: Paid) => {
  const rows = await shop.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', orderId)
    .where('action', 'like', 'dispute.%')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};
const statusOf = async (orderId: string) =>
  (
    await shop.ctx.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status;

/** Buys the next skin, whose file is delivered by itself. */
async function buysReadySkin(userId: string) {
  const [skin] = skinsOf(shop.ctx, position);
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skin!, link: LINK, auto: true });
  return paidOrder(userId);
}

/** What a provider answers that names no ids of disputes, as AbacatePay v2. */
const unnamed = (state: GatewayDispute['state']): GatewayDispute => ({
  gatewayDisputeId: null,
  state,
  openedAt: null,
  answerBy: null,
  reason: 'UNDER_DISPUTE',
});
const answerOf = ({ charge }: Paid, more: Partial<GatewayCharge>): GatewayCharge => ({
  gatewayChargeId: charge.gateway_charge_id ?? '',
  status: 'paid',
  pixCode: null,
  expiresAt: null,
  paidAmountCents: null,
  paidAt: null,
  chargedBackCents: 0,
  ...more,
});

test('a dispute appears once with its deadline, however often and however many ask at the same time', async () => {
  const order = await paidOrder();
  await shop.ctx.simulator?.dispute(order.charge.id, 'open');
  const ask = () => checkCharge(shop.ctx, order.charge.id, { evenIfPaid: true });
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  const [dispute, ...more] = await disputesOf(order);
  expect(more).toEqual([]);
  expect(dispute).toMatchObject({ order_id: order.orderId, gateway: 'simulator', state: 'open' });
  const [entry] = await listAttention(shop.ctx, { orderId: order.orderId });
  expect(entry).toMatchObject({ kind: 'dispute', amountCents: 1500, dispute: { id: dispute!.id } });
  const days = (entry!.dispute!.answerBy!.getTime() - dispute!.opened_at.getTime()) / 1000 / DAY_SECONDS;
  expect(days).toBe(10);
  expect(await auditOf(order)).toEqual(['dispute.opened']);
  const told = (await shop.events()).filter(
    ({ event, data }) => event === 'staff-orders' && 'id' in data && data.id === order.orderId,
  );
  // The order was placed, paid and disputed: each told staff once.
  expect(told.length).toBeLessThanOrEqual(3);
});

test('a dispute that is won leaves the list, and the account is delivered to by itself again', async () => {
  const order = await paidOrder();
  await disputed(order, 'open');
  const during = await buysReadySkin(order.userId);
  expect(await statusOf(during.orderId)).toBe('pending');
  await disputed(order, 'won');
  expect(await attentionOf(order)).toEqual([]);
  expect(await auditOf(order)).toEqual(['dispute.opened', 'dispute.won']);
  const after = await buysReadySkin(order.userId);
  expect(await statusOf(after.orderId)).toBe('completed');
});

test('a dispute that is lost is a chargeback, and only a release by hand ends the pause', async () => {
  const order = await paidOrder();
  await disputed(order, 'open', 'lost');
  expect(await attentionOf(order)).toEqual(['chargeback 1500']);
  expect(await auditOf(order)).toEqual(['dispute.opened', 'dispute.lost']);
  const [dispute] = await disputesOf(order);
  const waiting = await buysReadySkin(order.userId);
  expect(await statusOf(waiting.orderId)).toBe('pending');

  const release = () => releaseAccount(shop.ctx, { actorUserId: clerk, disputeId: dispute!.id });
  const answers = await Promise.all([release(), release()]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'already_released' });
  expect(await statusOf((await buysReadySkin(order.userId)).orderId)).toBe('completed');
  expect(await auditOf(order)).toEqual(['dispute.opened', 'dispute.lost', 'dispute.released']);
});

test('an open dispute cannot be released, and one that does not exist neither', async () => {
  const order = await paidOrder();
  await disputed(order, 'open');
  const [dispute] = await disputesOf(order);
  const release = (disputeId: string) => releaseAccount(shop.ctx, { actorUserId: clerk, disputeId });
  expect(await release(dispute!.id)).toEqual({ ok: false, reason: 'still_open' });
  expect(await release(order.orderId)).toEqual({ ok: false, reason: 'not_found' });
});

test.each(['product', 'held payment'])('no door delivers to a paused account: %s', async (door) => {
  const order = await paidOrder();
  await disputed(order, 'open');
  const [skin] = skinsOf(shop.ctx, position);
  if (door === 'product') {
    await shop.ctx.db
      .insertInto('products')
      .values({
        name: 'Pronta',
        description: 'Pronta',
        price_cents: 1500,
        image_url: null,
        download_url: LINK,
        is_active: true,
        sku: skin!.sku,
        created_at: shop.ctx.now(),
      })
      .execute();
    expect(await statusOf((await paidOrder(order.userId)).orderId)).toBe('pending');
    return;
  }
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skin!, link: LINK, auto: true });
  const placed = await checkOut(shop.ctx, { userId: order.userId, purchase: buy(shop.ctx, [position++]) });
  await shop.simulator.pay(placed.charge.id, 1400);
  await checkCharge(shop.ctx, placed.charge.id);
  await acceptHeldPayment(shop.ctx, { actorUserId: clerk, chargeId: placed.charge.id });
  expect(await statusOf(placed.orderId)).toBe('pending');
});

test('a file that the shop stores is delivered by itself, and not to a paused account', async () => {
  const order = await paidOrder();
  await disputed(order, 'open');
  const fileId = await storeTestFile(shop, clerk, 'pronta.zip');
  const [skin] = skinsOf(shop.ctx, position);
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skin!, fileId, auto: true });
  const same = position;
  expect(await statusOf((await paidOrder(order.userId)).orderId)).toBe('pending');
  position = same;
  expect(await statusOf((await paidOrder()).orderId)).toBe('completed');
});

test('the end of a patch day delivers to the others, and not to a paused account', async () => {
  const paused = await paidOrder();
  const [skin] = skinsOf(shop.ctx, position);
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skin!, link: LINK, auto: true });
  const scope = { skins: [skin!.sku] };
  const patch = (state: 'updating' | 'ready') =>
    setPatchState(shop.ctx, { actorUserId: clerk, scope, state, notify: false });
  await patch('updating');
  const same = position;
  const waiting = await paidOrder(paused.userId);
  position = same;
  const other = await paidOrder();
  await disputed(paused, 'open');
  await patch('ready');
  await releaseOrders(shop.ctx);
  expect(await statusOf(other.orderId)).toBe('completed');
  expect(await statusOf(waiting.orderId)).toBe('pending');
});

test('another account is delivered to meanwhile', async () => {
  await disputed(await paidOrder(), 'open');
  expect(await statusOf((await buysReadySkin(await shop.createUser())).orderId)).toBe('completed');
});

test('a dispute that is opened during an automatic delivery waits for its end', async () => {
  const order = await paidOrder();
  await shop.ctx.simulator?.dispute(order.charge.id, 'open');
  const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const delivery = shop.ctx.transaction(async (tx) => {
    await lockAccount(tx, order.userId, 'to deliver');
    locked.resolve();
    await free.promise;
    return tx.selectFrom('disputes').select('id').where('charge_id', '=', order.charge.id).execute();
  });
  await locked.promise;
  const opening = checkCharge(shop.ctx, order.charge.id, { evenIfPaid: true });
  // Long enough for an opening that waits for nobody.
  await new Promise((resolve) => setTimeout(resolve, 200));
  free.resolve();
  expect(await delivery).toEqual([]);
  await opening;
  expect(await statesOf(order)).toEqual(['open']);
});

test('an answer that was overtaken on its way opens nothing again', async () => {
  const order = await paidOrder();
  await shop.ctx.simulator?.dispute(order.charge.id, 'open');
  const early = await shop.simulator.find({ chargeId: order.charge.id, gatewayChargeId: null });
  await shop.ctx.simulator?.dispute(order.charge.id, 'lost');
  await checkCharge(shop.ctx, order.charge.id, { evenIfPaid: true });
  if (!early.ok) throw new Error('The simulator lost the charge.');
  await applyGatewayAnswer(shop.ctx, order.charge.id, early.charge);
  expect(await statesOf(order)).toEqual(['lost']);
  // Nobody saw it open: it was opened and lost at once.
  expect(await auditOf(order)).toEqual(['dispute.opened', 'dispute.lost']);
});

test('a provider without ids: open, won, open again, lost; a repeated or late answer changes nothing', async () => {
  const order = await paidOrder();
  const say = (state: GatewayDispute['state'], status: GatewayCharge['status'] = 'paid', askedAt?: Date) =>
    applyGatewayAnswer(
      shop.ctx,
      order.charge.id,
      answerOf(order, { status, disputes: [unnamed(state)] }),
      askedAt ? { askedAt } : {},
    );
  await say('won');
  expect(await disputesOf(order)).toEqual([]);
  const before = new Date(shop.ctx.now().getTime() - 1000);
  await say('open');
  await say('open');
  expect(await statesOf(order)).toEqual(['open']);
  await say('won');
  await say('open', 'paid', before);
  expect(await statesOf(order)).toEqual(['won']);
  shop.passSeconds(60);
  await say('open');
  expect(await statesOf(order)).toEqual(['won', 'open']);
  await say('lost', 'refunded');
  await say('lost', 'refunded');
  expect(await statesOf(order)).toEqual(['won', 'lost']);
  // The bank took it: it is no refund that staff made in the provider's panel.
  expect(await attentionOf(order)).toEqual(['chargeback 1500']);
  const refunds = await shop.ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order.orderId)
    .execute();
  expect(refunds).toEqual([]);
});

test('a dispute that a provider first showed without its id takes the id when it is known', async () => {
  const order = await paidOrder();
  const apply = (dispute: GatewayDispute) =>
    applyGatewayAnswer(shop.ctx, order.charge.id, answerOf(order, { disputes: [dispute] }));
  await apply(unnamed('open'));
  const answerBy = new Date(shop.ctx.now().getTime() + 1000 * DAY_SECONDS);
  const named = {
    ...unnamed('open'),
    gatewayDisputeId: `case-${order.charge.id}`,
    answerBy,
    reason: 'fraud',
  };
  await apply(named);
  await apply(unnamed('open'));
  const rows = await disputesOf(order);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    gateway_dispute_id: named.gatewayDisputeId,
    answer_by: answerBy,
    reason: 'fraud',
  });
  await apply({ ...named, state: 'lost' });
  // The bank gives the money back after all.
  await apply({ ...named, state: 'won' });
  await apply({ ...named, state: 'lost' });
  expect(await statesOf(order)).toEqual(['won']);
});

test('a payment that is disputed before the shop hears of it is taken, and delivers nothing by itself', async () => {
  const userId = await shop.createUser();
  const [skin] = skinsOf(shop.ctx, position);
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skin!, link: LINK, auto: true });
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position++]) });
  await shop.simulator.pay(charge.id);
  await shop.ctx.simulator?.dispute(charge.id, 'open');
  await checkCharge(shop.ctx, charge.id);
  expect(await statusOf(orderId)).toBe('pending');
});

test('what answers a dispute stays: its account cannot be deleted, and nothing is refunded by the way', async () => {
  const order = await paidOrder();
  await disputed(order, 'open');
  await shop.ctx.db
    .updateTable('orders')
    .set({ status: 'completed' })
    .where('id', '=', order.orderId)
    .execute();
  expect(await deleteAccount(shop.ctx, order.userId)).toEqual({ ok: false, reason: 'payment_under_review' });
  await requestRefund(shop.ctx, {
    actorUserId: clerk,
    orderId: order.orderId,
    note: 'Pedido do banco.',
    requestKey: null,
  });
  await shop.settled();
  expect(await attentionOf(order)).toContain('refund_failed 1500');
});

test('the Pix is remembered by the name that the banks gave it', async () => {
  const { orderId } = await paidOrder();
  const { end_to_end_id: id } = await shop.ctx.db
    .selectFrom('charges')
    .select('end_to_end_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(id).toMatch(/^E\d{20}[0-9a-f]{11}$/);
});
