import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { createTroubledGateway, type TroubledGateway } from '#test/troubled-gateway.ts';
import { closeRefund } from './close-refund.ts';
import { requestRefund } from './request-refund.ts';
import { sendDueRefund } from './send-due-refund.ts';
import { sendRefund } from './send-refund.ts';
import { sweepRefunds } from './sweep-refunds.ts';

let shop: TestContext;
let bank: TroubledGateway;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext({
    gateway: (clock, simulator) => (bank = createTroubledGateway(simulator)),
  });
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));
async function delivered(...positions: number[]): Promise<PaidOrder> {
  const order = await paid(...positions);
  const sent = await sendLinks(shop.ctx, {
    actorUserId: clerk,
    orderId: order.orderId,
    links: order.links,
  });
  if (!sent.ok) throw new Error(sent.reason);
  return order;
}
async function refund(orderId: string, amountCents?: number, requestKey: string | null = null) {
  const result = await requestRefund(shop.ctx, {
    actorUserId: clerk,
    orderId,
    amountCents,
    note: 'O cliente desistiu.',
    requestKey,
  });
  await shop.settled();
  return result;
}
async function state(orderId: string) {
  const { db } = shop.ctx;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  return {
    order: order.status,
    charges: (await db.selectFrom('charges').select('status').where('order_id', '=', orderId).execute()).map(
      (charge) => charge.status,
    ),
    refunds: (
      await db
        .selectFrom('refunds')
        .select(['status', 'amount_cents'])
        .where('order_id', '=', orderId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map((each) => `${each.status} ${each.amount_cents}`),
    skins: (await db.selectFrom('user_collection').select('id').where('order_id', '=', orderId).execute())
      .length,
    audit: (
      await db
        .selectFrom('audit_log')
        .select('action')
        .where('subject_id', '=', orderId)
        .where('action', 'like', 'refund.%')
        .orderBy('id')
        .execute()
    ).map((line) => line.action),
  };
}
const mailsOf = async (refundId: string) =>
  (await shop.jobs()).flatMap((job) =>
    job.name === 'mail-refund' && job.data.refundId === refundId ? [job.data.news] : [],
  );

test('a full refund of a delivered order takes the download away and tells the buyer', async () => {
  const order = await delivered(0);
  const entry = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('user_id', '=', order.userId)
    .executeTakeFirstOrThrow();
  const owner = { userId: order.userId, entryId: entry.id };
  expect(await findDownload(shop.ctx, owner)).toContain('https://');

  const asked = await refund(order.orderId);
  expect(asked).toMatchObject({ ok: true, status: 'requested' });
  expect(await state(order.orderId)).toEqual({
    order: 'completed',
    charges: ['refunded'],
    refunds: ['refunded 1500'],
    skins: 0,
    audit: ['refund.requested', 'refund.sent'],
  });
  expect(await findDownload(shop.ctx, owner)).toBeNull();
  if (asked.ok) expect(await mailsOf(asked.refundId)).toEqual(['started', 'finished']);
  const events = await shop.events();
  const heard = events.filter((event) => event.topic === `user:${order.userId}` && event.event === 'payment');
  expect(heard.filter(({ data }) => 'status' in data && data.status === 'refunded')).toHaveLength(1);
  expect(await refund(order.orderId)).toEqual({ ok: false, reason: 'nothing_left' });
});

test('a part goes back and the skins stay; the rest goes back and takes them along', async () => {
  const order = await delivered(1, 2);
  expect(await refund(order.orderId, 1000)).toMatchObject({ ok: true });
  expect(await state(order.orderId)).toMatchObject({ charges: ['paid'], skins: 2 });
  expect(await refund(order.orderId, 2001)).toEqual({ ok: false, reason: 'too_much', leftCents: 2000 });
  expect(await refund(order.orderId)).toMatchObject({ ok: true });
  expect(await state(order.orderId)).toMatchObject({
    charges: ['refunded'],
    refunds: ['refunded 1000', 'refunded 2000'],
    skins: 0,
  });
});

test('one press sent twice is one refund; two presses are two', async () => {
  const order = await delivered(3);
  const key = crypto.randomUUID();
  const twice = await Promise.all([refund(order.orderId, 500, key), refund(order.orderId, 500, key)]);
  expect(twice[0]).toMatchObject({ ok: true });
  expect(twice[1]).toEqual(twice[0]);
  expect((await state(order.orderId)).refunds).toEqual(['refunded 500']);
  await refund(order.orderId, 500, crypto.randomUUID());
  expect((await state(order.orderId)).refunds).toEqual(['refunded 500', 'refunded 500']);
});

test('two of the staff at once: one refund of everything, never two', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await delivered(4 + round);
    const answers = await Promise.all([refund(order.orderId), refund(order.orderId)]);
    expect(answers.map((answer) => (answer.ok ? 'sent' : answer.reason)).toSorted()).toEqual([
      'nothing_left',
      'sent',
    ]);
    expect((await state(order.orderId)).refunds).toEqual(['refunded 1500']);
  }
});

test('refund against delivery: who has the money back has no download', async () => {
  for (let round = 0; round < 8; round++) {
    const order = await paid(round);
    const [sent, asked] = await Promise.all([
      sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links: order.links }),
      refund(order.orderId),
    ]);
    expect(asked).toMatchObject({ ok: true });
    const after = await state(order.orderId);
    expect(after).toMatchObject({ refunds: ['refunded 1500'], skins: 0 });
    expect(after.order).toBe(sent.ok ? 'completed' : 'cancelled');
    if (!sent.ok) expect(['being_refunded', 'not_payable_state']).toContain(sent.reason);
  }
});

test('a refund that is on its way is not delivered, and one that failed may be', async () => {
  const order = await paid(0);
  bank.answerRefundsWith('processing');
  await refund(order.orderId);
  expect((await state(order.orderId)).refunds).toEqual(['processing 1500']);
  const send = () => sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links: order.links });
  expect(await send()).toEqual({ ok: false, reason: 'being_refunded' });
  bank.settleAs('failed');
  shop.passSeconds(120);
  await sweepRefunds(shop.ctx);
  expect(await state(order.orderId)).toMatchObject({ order: 'pending', refunds: ['failed 1500'], skins: 1 });
  expect(await send()).toMatchObject({ ok: true });
  bank.behave();
});

test('a bank that takes its time is asked until it is done', async () => {
  const order = await delivered(1);
  bank.answerRefundsWith('processing');
  const asked = await refund(order.orderId);
  shop.passSeconds(120);
  await sweepRefunds(shop.ctx);
  expect(await state(order.orderId)).toMatchObject({ refunds: ['processing 1500'], skins: 1 });
  bank.settleAs('refunded');
  shop.passSeconds(3600);
  await sweepRefunds(shop.ctx);
  expect(await state(order.orderId)).toMatchObject({ refunds: ['refunded 1500'], skins: 0 });
  if (asked.ok) expect(await mailsOf(asked.refundId)).toEqual(['started', 'finished']);
  bank.behave();
});

test.each(['before', 'after'] as const)(
  'an answer lost %s the money moved is found again under the same id',
  async (moment) => {
    const order = await delivered(2);
    bank.loseNextAnswer(moment);
    const asked = await refund(order.orderId);
    if (!asked.ok) throw new Error(asked.reason);
    expect((await state(order.orderId)).refunds).toEqual(['requested 1500']);
    shop.passSeconds(300);
    await Promise.all([sweepRefunds(shop.ctx), sendRefund(shop.ctx, asked.refundId)]);
    expect((await state(order.orderId)).refunds).toEqual(['refunded 1500']);
    expect(bank.refundedIds().filter((id) => id === asked.refundId)).toHaveLength(1);
  },
);

test('a row that a crash left behind is sent by the sweep', async () => {
  const order = await delivered(3);
  const background = shop.ctx.inBackground;
  const crashed = { ...shop.ctx, inBackground: () => {} };
  const asked = await requestRefund(crashed, {
    actorUserId: clerk,
    orderId: order.orderId,
    note: 'Teste de queda.',
    requestKey: null,
  });
  expect(asked).toMatchObject({ ok: true });
  expect((await state(order.orderId)).refunds).toEqual(['requested 1500']);
  expect(background).toBeDefined();
  await sweepRefunds(shop.ctx);
  expect((await state(order.orderId)).refunds).toEqual(['refunded 1500']);
});

test('a failed refund is tried again under a new id, once', async () => {
  const order = await delivered(4);
  bank.refuseNextRefund();
  const asked = await refund(order.orderId);
  if (!asked.ok) throw new Error(asked.reason);
  expect(await state(order.orderId)).toMatchObject({ charges: ['paid'], refunds: ['failed 1500'], skins: 1 });
  const again = () => sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: asked.refundId });
  const answers = await Promise.all([again(), again()]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers).toContainEqual({ ok: false, reason: 'already_sent' });
  await shop.settled();
  expect((await state(order.orderId)).refunds.toSorted()).toEqual(['failed 1500', 'refunded 1500']);
  expect(bank.refundedIds()).not.toContain(asked.refundId);
  const close = await closeRefund(shop.ctx, {
    actorUserId: clerk,
    refundId: asked.refundId,
    as: 'sent',
    note: 'Pix pelo app.',
  });
  expect(close).toEqual({ ok: false, reason: 'not_open' });
});

test('where the gateway cannot refund, staff send it there and write it down', async () => {
  bank.setRefunds('none');
  const order = await delivered(5);
  const asked = await refund(order.orderId);
  bank.setRefunds('partial');
  expect(asked).toMatchObject({ ok: true, status: 'due' });
  if (!asked.ok) return;
  expect(await state(order.orderId)).toMatchObject({ refunds: ['due 1500'], skins: 1 });
  const close = (note: string) =>
    closeRefund(shop.ctx, { actorUserId: clerk, refundId: asked.refundId, as: 'sent', note });
  expect(await close(' ')).toMatchObject({ ok: false, reason: 'invalid_note' });
  expect(await close('Devolvido no painel, comprovante 123.')).toEqual({ ok: true });
  expect(await close('Outra vez.')).toEqual({ ok: false, reason: 'not_open' });
  expect(await state(order.orderId)).toMatchObject({
    charges: ['refunded'],
    refunds: ['refunded 1500'],
    skins: 0,
    audit: ['refund.requested', 'refund.marked'],
  });
});

test('a gateway that refunds whole charges only is never asked for a part', async () => {
  bank.setRefunds('full');
  const order = await delivered(6, 7);
  expect(await refund(order.orderId, 1500)).toMatchObject({ ok: true, status: 'due' });
  const whole = await delivered(8);
  expect(await refund(whole.orderId)).toMatchObject({ ok: true, status: 'requested' });
  bank.setRefunds('partial');
});

test('a skin that another order has paid for as well stays, with its link', async () => {
  const userId = await shop.createUser();
  const first = await createPaidOrder(shop, buy(shop.ctx, [10]), userId);
  const { db } = shop.ctx;
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: first.orderId, links: first.links });
  // The second order of the same skin took the entry over when it was delivered.
  await db.deleteFrom('user_collection').where('user_id', '=', userId).execute();
  const second = await createPaidOrder(shop, buy(shop.ctx, [10]), userId);
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: second.orderId, links: second.links });
  await refund(second.orderId);
  const entries = await db.selectFrom('user_collection').selectAll().where('user_id', '=', userId).execute();
  expect(entries).toMatchObject([{ order_id: first.orderId, download_link: Object.values(first.links)[0] }]);
});

test('the database itself refuses more than was paid', async () => {
  const order = await delivered(9);
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  const insert = (amount_cents: number, status: 'due' | 'failed') =>
    shop.ctx.db
      .insertInto('refunds')
      .values({
        charge_id: charge.id,
        order_id: order.orderId,
        amount_cents,
        reason: 'staff',
        status,
        created_at: shop.ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  await insert(1000, 'due');
  await expect(insert(501, 'due')).rejects.toThrow(/exceeds what is left/);
  const failed = await insert(501, 'failed');
  await expect(
    shop.ctx.db.updateTable('refunds').set({ status: 'refunded' }).where('id', '=', failed.id).execute(),
  ).rejects.toThrow(/exceeds what is left/);
  await insert(500, 'due');
});
