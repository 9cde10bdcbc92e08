import { cancelOrder } from '#shop/orders/cancel-order.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverItem } from '#shop/delivery/desk/deliver-item.ts';
import { readWaiting } from '#shop/delivery/desk/read-waiting.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { countWaiting } from '#shop/given-up/count-waiting.ts';
import { readStaffOrder } from '#shop/orders/read-staff-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { applyGatewayAnswer } from '#shop/payments/money/apply-gateway-answer.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { GatewayError } from '#shop/payments/gateway.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { perform } from '#test/perform.ts';
import { openTroubledShop, type TroubledShop } from '#test/troubled-shop.ts';
import { closeRefund, type Closing } from './close-refund.ts';
import { findRefund } from './find-refund.ts';
import { adjustDueRefunds } from './adjust-due-refunds.ts';
import { applyRefundedMoney } from './apply-refunded-money.ts';
import { findPromisedItems } from './find-promised-items.ts';
import { reconcileProviderRefunds } from './reconcile-provider-refunds.ts';
import { listRefunds } from './list-refunds.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { refundOrder } from './refund-order.ts';
import { requestRefund } from './request-refund.ts';
import { sendDueRefund } from './send-due-refund.ts';
import { sendRefund } from './send-refund.ts';
import { settleRefund } from './settle-refund.ts';
import { sweepRefunds } from './sweep-refunds.ts';

let { shop, bank, clerk } = {} as TroubledShop;
beforeAll(async () => void ({ shop, bank, clerk } = await openTroubledShop()));
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
const rowOf = (refundId: string) =>
  shop.ctx.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirstOrThrow();
const auditOf = (refundId: string) =>
  shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id', 'subject_type', 'details'])
    .where('details', '@>', { refundId })
    .orderBy('id')
    .execute();
async function due(...positions: number[]) {
  bank.setRefunds('none');
  const order = await delivered(...positions);
  const asked = await refund(order.orderId);
  bank.setRefunds('partial');
  if (!asked.ok) throw new Error(asked.reason);
  return { orderId: order.orderId, refundId: asked.refundId };
}
const close = (refundId: string, as: Closing, note = 'Falei com o banco.') =>
  closeRefund(shop.ctx, { actorUserId: clerk, refundId, as, note });
const mailsOf = async (refundId: string) =>
  (await shop.jobs()).flatMap((job) =>
    job.name === 'mail-refund' && job.data.refundId === refundId ? [job.data.news] : [],
  );

// shows: threat 53
test('a full refund of a delivered order takes the download away and tells the buyer', async () => {
  const order = await delivered(0);
  const entry = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('user_id', '=', order.userId)
    .executeTakeFirstOrThrow();
  const owner = { userId: order.userId, entryId: entry.id };
  expect(await findDownload(shop.ctx, owner)).toEqual({ link: expect.stringContaining('https://') });

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

test('of a charge whose money went back nothing waits, however long ago', async () => {
  const order = await delivered(0);
  const { db } = shop.ctx;
  const waits = async () => {
    await db
      .updateTable('charges')
      .set({ next_check_at: null })
      .where('order_id', '<>', order.orderId)
      .execute();
    return (await countWaiting(shop.ctx)).charges;
  };
  shop.passSeconds(2 * 24 * 3600);
  expect(await waits()).toMatchObject({ due: 1 });
  await refund(order.orderId);
  const charges = db.selectFrom('charges').select('next_check_at').where('order_id', '=', order.orderId);
  expect(await charges.execute()).toEqual([{ next_check_at: null }]);
  // As a release before this left it.
  await db
    .updateTable('charges')
    .set({ next_check_at: shop.ctx.now() })
    .where('order_id', '=', order.orderId)
    .execute();
  shop.passSeconds(600);
  expect(await waits()).toEqual({ due: 0, oldestSeconds: 0 });
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

test('an item goes back at what was paid for it, alone and once; the skin of the other stays', async () => {
  const order = await delivered(1, 2);
  const [first = '', second = ''] = Object.keys(order.links);
  const refund = async (...itemIds: string[]) => {
    const asked = {
      actorUserId: clerk,
      orderId: order.orderId,
      itemIds,
      note: 'Não serviu.',
      requestKey: null,
    };
    const result = await requestRefund(shop.ctx, asked);
    await shop.settled();
    return result;
  };
  const kept = async () => {
    const skins = shop.ctx.db.selectFrom('user_collection').select('link');
    return (await skins.where('order_id', '=', order.orderId).execute()).map((skin) => skin.link);
  };
  expect(await refund()).toEqual({ ok: false, reason: 'unknown_item' });
  expect(await refund(first, crypto.randomUUID())).toEqual({ ok: false, reason: 'unknown_item' });
  expect(await refund(first)).toMatchObject({ ok: true });
  expect(await state(order.orderId)).toMatchObject({ charges: ['paid'], refunds: ['refunded 1500'] });
  expect(await kept()).toEqual([order.links[second]]);
  expect(await refund(first)).toEqual({ ok: false, reason: 'item_returned' });
  expect(await refund(second, second)).toMatchObject({ ok: true });
  expect(await state(order.orderId)).toMatchObject({ charges: ['refunded'], skins: 0 });
});

test('an item that went back after a failed try is not sent back by that try too', async () => {
  const order = await delivered(1, 2);
  const asked = {
    actorUserId: clerk,
    orderId: order.orderId,
    itemIds: [order.items[0]!.id],
    requestKey: null,
  };
  const refund = async () => {
    const result = await requestRefund(shop.ctx, { ...asked, note: 'Não serviu.' });
    await shop.settled();
    return result.ok ? result.refundId : result.reason;
  };
  bank.refuseNextRefund();
  const failed = await refund();
  await refund();
  const again = await sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: failed });
  await shop.settled();
  expect((await state(order.orderId)).refunds.toSorted()).toEqual(['failed 1500', 'refunded 1500']);
  expect(again).toEqual({ ok: false, reason: 'already_sent' });
});

test('an order whose last open skin goes back has nothing to wait for: the other one is delivered, once', async () => {
  const order = await paid(1, 2);
  const [first, second] = order.items;
  const { sku } = first!;
  const content = { link: order.links[first!.id]! };
  const skin = {
    actorUserId: clerk,
    orderId: order.orderId,
    sku,
    content,
    onlyThisOrder: true,
  };
  expect(await deliverItem(shop.ctx, skin)).toEqual({ ok: true, waits: true });
  const refund = async (itemId: string) => {
    const asked = { actorUserId: clerk, orderId: order.orderId, itemIds: [itemId], requestKey: null };
    expect(await requestRefund(shop.ctx, { ...asked, note: 'Não temos o arquivo.' })).toMatchObject({
      ok: true,
    });
    await shop.settled();
  };
  await refund(second!.id);
  expect(await state(order.orderId)).toMatchObject({ order: 'completed', charges: ['paid'], skins: 1 });
  const delivered = (await shop.jobs()).filter(
    ({ name, data }) =>
      name === 'mail-links-delivered' && 'orderId' in data && data.orderId === order.orderId,
  );
  expect(delivered).toHaveLength(1);
  await refund(first!.id);
  expect(await state(order.orderId)).toMatchObject({ order: 'completed', charges: ['refunded'], skins: 0 });
});

test.each(['refunded', 'failed'] as const)(
  'an item whose money is on its way back is not delivered, and the others are: that one %s',
  async (end) => {
    const order = await paid(1, 2);
    const { orderId, links } = order;
    const [back, other] = order.items;
    const sent = { actorUserId: clerk, orderId };
    const only = { [other!.id]: links[other!.id]! };
    bank.answerRefundsWith('processing');
    await requestRefund(shop.ctx, {
      ...sent,
      itemIds: [back!.id],
      note: 'Não temos o arquivo.',
      requestKey: null,
    });
    await shop.settled();

    expect((await readWaiting(shop.ctx.db, back!.sku)).map((row) => row.orderId)).not.toContain(orderId);
    const content = { link: links[back!.id]! };
    const item = await deliverItem(shop.ctx, { ...sent, sku: back!.sku, content, onlyThisOrder: true });
    expect(item).toEqual({ ok: false, reason: 'being_refunded' });
    const refused = {
      ok: false,
      reason: 'being_refunded',
      fields: { [back!.id]: 'Está sendo reembolsado.' },
    };
    expect(await sendLinks(shop.ctx, { ...sent, links })).toEqual(refused);
    const shown = async () => (await readStaffOrder(shop.ctx, orderId))!.order.items.map(({ kept }) => kept);
    expect(await shown()).toEqual([false, true]);
    if (end === 'refunded') {
      const rest = { ...sent, sku: other!.sku, content: { link: only[other!.id]! }, onlyThisOrder: true };
      expect(await deliverItem(shop.ctx, rest)).toEqual({ ok: true, waits: false });
    } else
      expect(await sendLinks(shop.ctx, { ...sent, links: only })).toMatchObject({
        order: { status: 'pending' },
      });
    expect(await sendLinks(shop.ctx, { ...sent, links: {} })).toEqual(refused);
    const skins = shop.ctx.db.selectFrom('user_collection').select('link').where('order_id', '=', orderId);
    expect(await skins.execute()).toEqual(
      expect.arrayContaining([{ link: only[other!.id] }, { link: null }]),
    );

    bank.settleAs(end);
    shop.passSeconds(120);
    await sweepRefunds(shop.ctx);
    bank.behave();
    if (end === 'failed') {
      const rest = { [back!.id]: links[back!.id]! };
      expect(await sendLinks(shop.ctx, { ...sent, links: rest })).toMatchObject({
        order: { status: 'completed' },
      });
    }
    expect(await state(orderId)).toMatchObject({ order: 'completed', skins: end === 'failed' ? 2 : 1 });
  },
);

test.each(['refunded', 'failed'] as const)(
  'an item that has its link already does not go along while its money is on its way back: that one %s',
  async (end) => {
    const { orderId, items, links } = await paid(3, 4);
    const [back, other] = items;
    const sent = { actorUserId: clerk, orderId, onlyThisOrder: true };
    const give = (item: typeof back) =>
      deliverItem(shop.ctx, { ...sent, sku: item!.sku, content: { link: links[item!.id]! } });
    expect(await give(back)).toEqual({ ok: true, waits: true });
    bank.answerRefundsWith('processing');
    await requestRefund(shop.ctx, { ...sent, itemIds: [back!.id], note: 'Veio errada.', requestKey: null });
    await shop.settled();
    expect(await give(other)).toEqual({ ok: true, waits: false });
    const grants = shop.ctx.db
      .selectFrom('grants')
      .select(['item_id', 'state'])
      .where('order_id', '=', orderId);
    const states = async () => new Map((await grants.execute()).map((row) => [row.item_id, row.state]));
    expect(await states()).toEqual(
      new Map([
        [back!.id, 'waiting'],
        [other!.id, 'delivered'],
      ]),
    );

    bank.settleAs(end);
    shop.passSeconds(120);
    await sweepRefunds(shop.ctx);
    bank.behave();
    if (end === 'failed') expect(await give(back)).toEqual({ ok: true, waits: false });
    expect(await state(orderId)).toMatchObject({ order: 'completed', skins: end === 'failed' ? 2 : 1 });
  },
);

test('refunds that one answer of the provider settles complete the order once, and its buyer hears of it once', async () => {
  const order = await paid(1, 2);
  const [first, second] = order.items;
  const skin = { sku: first!.sku };
  const content = { link: order.links[first!.id]! };
  const sent = { actorUserId: clerk, orderId: order.orderId, content, onlyThisOrder: true };
  expect(await deliverItem(shop.ctx, { ...sent, ...skin })).toEqual({ ok: true, waits: true });
  bank.answerRefundsWith('processing');
  for (const part of [{ itemIds: [second!.id] }, { amountCents: 100 }]) {
    const asked = {
      actorUserId: clerk,
      orderId: order.orderId,
      note: 'Não temos o arquivo.',
      requestKey: null,
    };
    expect(await requestRefund(shop.ctx, { ...asked, ...part })).toMatchObject({ ok: true });
    await shop.settled();
  }
  const { id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  await applyGatewayAnswer(shop.ctx, id, {
    gatewayChargeId: id,
    status: 'refunded',
    pixCode: null,
    expiresAt: null,
    paidAmountCents: 3000,
    paidAt: shop.ctx.now(),
    chargedBackCents: 0,
  });
  bank.behave();
  expect(await state(order.orderId)).toMatchObject({ order: 'completed', charges: ['refunded'], skins: 0 });
  const mails = (await shop.jobs()).filter(
    ({ name, data }) =>
      name === 'mail-links-delivered' && 'orderId' in data && data.orderId === order.orderId,
  );
  expect(mails).toHaveLength(1);
  const told = (await shop.events()).flatMap(({ topic, data }) =>
    topic === 'staff' && 'id' in data && data.id === order.orderId ? [data] : [],
  );
  expect(told.at(-1)).toMatchObject({ status: 'completed' });
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
  const crashed = { ...shop.ctx, inBackground: () => {} };
  const asked = await requestRefund(crashed, {
    actorUserId: clerk,
    orderId: order.orderId,
    note: 'Teste de queda.',
    requestKey: null,
  });
  expect(asked).toMatchObject({ ok: true });
  expect((await state(order.orderId)).refunds).toEqual(['requested 1500']);
  await sweepRefunds(shop.ctx);
  expect((await state(order.orderId)).refunds).toEqual(['refunded 1500']);
});

test('a failed refund is tried again under a new id, once', async () => {
  const order = await delivered(4);
  bank.refuseNextRefund();
  const asked = await refund(order.orderId);
  if (!asked.ok) throw new Error(asked.reason);
  expect(await state(order.orderId)).toMatchObject({ charges: ['paid'], refunds: ['failed 1500'], skins: 1 });
  const failed = await rowOf(asked.refundId);
  expect(failed).toMatchObject({
    failure: 'O provedor recusou a devolução (A conta 12.345 foi encerrada).',
    next_check_at: null,
  });
  expect(failed.settled_at).toBeInstanceOf(Date);
  expect((await auditOf(asked.refundId)).map(({ action }) => action)).toEqual([
    'refund.requested',
    'refund.failed',
  ]);
  const again = () => sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: asked.refundId });
  const answers = await Promise.all([again(), again()]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(answers).toContainEqual({ ok: false, reason: 'already_sent' });
  await shop.settled();
  expect((await state(order.orderId)).refunds.toSorted()).toEqual(['failed 1500', 'refunded 1500']);
  const listed = await listRefunds(shop.ctx, order.orderId);
  const retry = listed.find(({ status }) => status === 'refunded');
  expect(listed.find(({ id }) => id === asked.refundId)).toMatchObject({ wasRetried: true });
  expect(retry).toMatchObject({ wasRetried: false, amountCents: 1500, note: 'O cliente desistiu.' });
  expect(await rowOf(retry?.id ?? '')).toMatchObject({ retry_of: asked.refundId, requested_by: clerk });
  expect(await mailsOf(retry?.id ?? '')).toEqual(['finished']);
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
    perform(closeRefund, shop.ctx, { actorUserId: clerk }, { refundId: asked.refundId, as: 'sent', note });
  expect(await close(' ')).toMatchObject({
    ok: false,
    reason: 'invalid',
    fields: { note: expect.any(String) },
  });
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
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [10, 11]) });
  const first = await createPaidOrder(shop, buy(shop.ctx, [10]), userId);
  const { db } = shop.ctx;
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: first.orderId, links: first.links });
  await shop.simulator.pay(charge.id);
  await checkCharge(shop.ctx, charge.id);
  const [owed] = await db.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute();
  expect(await close(owed!.id, 'dismissed')).toEqual({ ok: true });
  const entries = () =>
    db.selectFrom('user_collection').selectAll().where('user_id', '=', userId).orderBy('added_at').execute();
  expect(await entries()).toMatchObject([{ order_id: first.orderId }, { order_id: orderId }]);
  // The second order of the same skin takes its place when it is delivered,
  const items = await db.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute();
  const links = Object.fromEntries(items.map(({ id }) => [id, `https://arquivos.exemplo.com/${id}.zip`]));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links });
  expect(await entries()).toMatchObject([{ order_id: orderId }, { order_id: orderId }]);
  // and the address of the first still leads to what it gave.
  const entry = await db
    .selectFrom('grants')
    .selectAll()
    .where('order_id', '=', first.orderId)
    .executeTakeFirst();
  expect(await findDownload(shop.ctx, { userId, entryId: entry!.id })).toEqual({ link: entry!.link });
  await refund(orderId);
  expect(await entries()).toMatchObject([
    { id: entry!.id, order_id: first.orderId, link: Object.values(first.links)[0] },
  ]);
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

test('a refund is written down whole before anybody hears of it, and its end as well', async () => {
  const order = await delivered(0);
  const asked = await refund(order.orderId, 700);
  if (!asked.ok) throw new Error(asked.reason);
  expect(await rowOf(asked.refundId)).toMatchObject({
    order_id: order.orderId,
    amount_cents: 700,
    reason: 'staff',
    status: 'refunded',
    note: 'O cliente desistiu.',
    requested_by: clerk,
    request_key: null,
    retry_of: null,
    is_manual: false,
    failure: null,
    next_check_at: null,
    claimed_until: null,
    attempts: 1,
  });
  expect(await auditOf(asked.refundId)).toEqual([
    {
      action: 'refund.requested',
      actor_user_id: clerk,
      subject_type: 'order',
      details: { refundId: asked.refundId, amountCents: 700, reason: 'staff' },
    },
    {
      action: 'refund.sent',
      actor_user_id: null,
      subject_type: 'order',
      details: { refundId: asked.refundId, amountCents: 700 },
    },
  ]);
  const forMail = {
    orderId: order.orderId,
    amountCents: 700,
    isWhole: false,
    isManual: false,
    reason: 'staff',
  };
  expect(await findRefund(shop.ctx, asked.refundId)).toEqual(forMail);
  expect(await findRefund(shop.ctx, crypto.randomUUID())).toBeNull();
});

test.each([0, -1, 0.5, Number.NaN, 2 ** 53])('%s centavos are no sum to give back', async (amountCents) => {
  const order = await paid(0);
  const { orderId } = order;
  const asked = { orderId, amountCents, reason: 'Erro nosso.', confirmation: orderId.slice(0, 8) };
  expect(await perform(refundOrder, shop.ctx, { actorUserId: clerk }, asked)).toMatchObject({
    ok: false,
    reason: 'invalid',
    fields: { amountCents: expect.any(String) },
  });
  expect((await state(order.orderId)).refunds).toEqual([]);
});

test('one centavo goes back; nothing goes back of an order or a charge that is not there, or without a word', async () => {
  const order = await paid(0);
  expect(await refund(order.orderId, 1)).toMatchObject({ ok: true, status: 'requested' });
  expect((await state(order.orderId)).refunds).toEqual(['refunded 1']);
  const request = { actorUserId: clerk, orderId: order.orderId, note: 'Erro nosso.', requestKey: null };
  const ask = (change: Partial<typeof request> & { chargeId?: string }) =>
    requestRefund(shop.ctx, { ...request, ...change });
  expect(await ask({ orderId: crypto.randomUUID() })).toEqual({ ok: false, reason: 'not_found' });
  expect(await ask({ chargeId: crypto.randomUUID() })).toEqual({ ok: false, reason: 'nothing_left' });
  const silent = { orderId: order.orderId, reason: ' a ', confirmation: order.orderId.slice(0, 8) };
  expect(await perform(refundOrder, shop.ctx, { actorUserId: clerk }, silent)).toMatchObject({
    ok: false,
    reason: 'invalid',
    fields: { reason: expect.any(String) },
  });
  expect((await state(order.orderId)).refunds).toEqual(['refunded 1']);
});

test('a refund that is asked for twice under one key is one', async () => {
  const { orderId } = await paid(0);
  const asked = { orderId, amountCents: 300, reason: 'Erro nosso.', confirmation: orderId.slice(0, 8) };
  const ask = (idempotencyKey?: string) =>
    perform(refundOrder, shop.ctx, { actorUserId: clerk }, { ...asked, idempotencyKey });
  const key = crypto.randomUUID();
  const first = await ask(key);
  expect(first).toMatchObject({ refund: { status: 'requested' } });
  expect(await ask(key)).toMatchObject({ refund: { id: (first as { refund: { id: string } }).refund.id } });
  await ask();
  await shop.settled();
  expect((await state(orderId)).refunds).toEqual(['refunded 300', 'refunded 300']);
});

test('a press repeated for what staff must send themselves says so again', async () => {
  bank.setRefunds('none');
  const order = await delivered(0);
  const key = crypto.randomUUID();
  const first = await refund(order.orderId, 500, key);
  expect(first).toMatchObject({ ok: true, status: 'due' });
  expect(await refund(order.orderId, 500, key)).toEqual(first);
  bank.setRefunds('partial');
  if (first.ok) expect(await rowOf(first.refundId)).toMatchObject({ next_check_at: null, attempts: 0 });
});

test('what is due and dismissed stays with the shop, and can be promised anew', async () => {
  const { orderId, refundId } = await due(0);
  expect(await readMoneyOfOrder(shop.ctx.db, orderId)).toMatchObject({ leftCents: 0, isPromisedBack: true });
  expect(await close(refundId, 'not_sent')).toEqual({ ok: false, reason: 'not_open' });
  expect(await close(refundId, 'dismissed', 'Acordo com o cliente.')).toEqual({ ok: true });
  const row = await rowOf(refundId);
  expect(row).toMatchObject({
    status: 'dismissed',
    note: 'O cliente desistiu. · Acordo com o cliente.',
    failure: null,
    next_check_at: null,
  });
  expect(row.settled_at).toBeInstanceOf(Date);
  expect((await auditOf(refundId)).at(-1)).toEqual({
    action: 'refund.dismissed',
    actor_user_id: clerk,
    subject_type: 'order',
    details: { refundId, amountCents: 1500 },
  });
  expect(await close(refundId, 'dismissed')).toEqual({ ok: false, reason: 'not_open' });
  expect(await readMoneyOfOrder(shop.ctx.db, orderId)).toMatchObject({
    receivedCents: 1500,
    refundedCents: 0,
    leftCents: 1500,
    isRefunded: false,
    isPromisedBack: false,
  });
  expect(await close(crypto.randomUUID(), 'sent')).toEqual({ ok: false, reason: 'not_found' });
});

test('the share of a skin owned before, once dismissed, buys its item; another reason does not', async () => {
  for (const [reason, kept] of [
    ['already_owned', true],
    ['staff', false],
  ] as const) {
    const { orderId, refundId } = await due(0);
    const { db } = shop.ctx;
    await db.updateTable('refunds').set({ reason }).where('id', '=', refundId).execute();
    const revoked = { state: 'revoked' as const, waits_for: null, is_shown: false };
    await db.updateTable('grants').set(revoked).where('order_id', '=', orderId).execute();
    expect(await close(refundId, 'dismissed')).toEqual({ ok: true });
    const items = await db.selectFrom('owed_items').select('kept').where('order_id', '=', orderId).execute();
    expect(items).toEqual([{ kept }]);
  }
});

test('only after a day do staff speak for what is on its way, and they cannot wish it away', async () => {
  const order = await delivered(1);
  bank.answerRefundsWith('processing');
  const asked = await refund(order.orderId);
  if (!asked.ok) throw new Error(asked.reason);
  expect(await rowOf(asked.refundId)).toMatchObject({
    status: 'processing',
    gateway_refund_id: asked.refundId,
  });
  shop.passSeconds(24 * 3600 - 60);
  for (const as of ['sent', 'not_sent', 'dismissed'] as const)
    expect(await close(asked.refundId, as)).toEqual({ ok: false, reason: 'not_open' });
  shop.passSeconds(60);
  expect(await close(asked.refundId, 'dismissed')).toEqual({ ok: false, reason: 'not_open' });
  expect(await close(asked.refundId, 'not_sent')).toEqual({ ok: true });
  expect(await rowOf(asked.refundId)).toMatchObject({
    status: 'failed',
    failure: 'O provedor confirmou à equipe que a devolução não foi feita.',
  });
  expect((await auditOf(asked.refundId)).at(-1)).toMatchObject({ action: 'refund.failed' });
  bank.behave();
});

test('who cancels an order whose money is on its way back does not have its buyer told that none came', async () => {
  const { orderId } = await paid(7);
  bank.answerRefundsWith('processing');
  expect(await refund(orderId)).toMatchObject({ ok: true });
  bank.behave();
  const cancelled = { actorUserId: clerk, orderId, reason: 'Não temos a skin.' };
  expect(await cancelOrder(shop.ctx, cancelled)).toMatchObject({ ok: true, refundAmountCents: 0 });
  const mails = (await shop.jobs()).filter(({ data }) => 'orderId' in data && data.orderId === orderId);
  expect(mails.map(({ name }) => name)).not.toContain('mail-order-cancelled');
});

test('items that were refunded before the order ended and was paid anew are owed as the others', async () => {
  const { orderId, items, userId } = await paid(5, 6);
  const { db } = shop.ctx;
  const [item] = items;
  const request = { actorUserId: clerk, orderId, itemIds: [item!.id], note: 'Teste.', requestKey: null };
  expect(await requestRefund(shop.ctx, request)).toMatchObject({ ok: true });
  await shop.settled();
  shop.passSeconds(60);
  // As a revival leaves it.
  await db.updateTable('orders').set({ paid_at: shop.ctx.now() }).where('id', '=', orderId).execute();
  await db
    .updateTable('grants')
    .set({ state: 'waiting', waits_for: 'staff', is_shown: true })
    .where('order_id', '=', orderId)
    .execute();
  await shop.ctx.transaction((tx) => applyRefundedMoney(shop.ctx, tx, { id: orderId }));
  const owned = await db.selectFrom('user_collection').select('id').where('user_id', '=', userId).execute();
  expect(owned).toHaveLength(2);
  expect(await findPromisedItems(db, orderId)).toEqual(new Set());
});

test('a failed refund is not marked as sent once its money has gone back another way', async () => {
  const order = await delivered(2);
  bank.refuseNextRefund();
  const asked = await refund(order.orderId);
  if (!asked.ok) throw new Error(asked.reason);
  await refund(order.orderId, 1);
  expect(await close(asked.refundId, 'sent')).toEqual({ ok: false, reason: 'nothing_left' });
  const again = await sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: asked.refundId });
  expect(again).toEqual({ ok: false, reason: 'nothing_left' });
  expect((await state(order.orderId)).refunds.toSorted()).toEqual(['failed 1500', 'refunded 1']);
});

test('what is due goes out at a press, by whoever pressed, and the buyer hears of it', async () => {
  const { orderId, refundId } = await due(3);
  const other = await shop.createUser('Outra da equipe');
  const send = (id: string) => sendDueRefund(shop.ctx, { actorUserId: other, refundId: id });
  bank.setRefunds('none');
  expect(await send(refundId)).toEqual({ ok: false, reason: 'send_at_provider' });
  bank.setRefunds('partial');
  expect(await send(crypto.randomUUID())).toEqual({ ok: false, reason: 'not_found' });
  expect(await send(refundId)).toEqual({ ok: true, refundId });
  await shop.settled();
  expect(await rowOf(refundId)).toMatchObject({ status: 'refunded', requested_by: other, is_manual: false });
  expect((await auditOf(refundId)).slice(1)).toMatchObject([
    { action: 'refund.requested', actor_user_id: other, details: { amountCents: 1500, reason: 'staff' } },
    { action: 'refund.sent', actor_user_id: null },
  ]);
  expect(await mailsOf(refundId)).toEqual(['started', 'started', 'finished']);
  expect(await send(refundId)).toEqual({ ok: false, reason: 'already_sent' });
  expect((await state(orderId)).refunds).toEqual(['refunded 1500']);
});

test('without its gateway a refund has failed, unless it may be on its way', async () => {
  const lost: typeof shop.ctx = { ...shop.ctx, gatewayFor: () => null };
  const [fresh, underWay] = [await delivered(4), await delivered(5)];
  const start = async (orderId: string) => {
    const waiting = { ...shop.ctx, inBackground: () => {} };
    const request = { actorUserId: clerk, orderId, note: 'Teste.', requestKey: null };
    const asked = await requestRefund(waiting, request);
    if (!asked.ok) throw new Error(asked.reason);
    return asked.refundId;
  };
  const [unsent, sent] = [await start(fresh.orderId), await start(underWay.orderId)];
  bank.answerRefundsWith('processing');
  await sendRefund(shop.ctx, sent);
  for (const id of [unsent, sent]) await sendRefund(lost, id);
  expect(await rowOf(unsent)).toMatchObject({
    status: 'failed',
    failure: 'A loja não está mais ligada a simulator: devolva por lá.',
  });
  expect(await rowOf(sent)).toMatchObject({ status: 'processing', claimed_until: null, attempts: 2 });
  bank.settleAs('refunded');
  await sendRefund(shop.ctx, sent);
  expect(await rowOf(sent)).toMatchObject({ status: 'refunded' });
  bank.behave();
});

test('what the bank took back meanwhile is not sent a second time', async () => {
  const order = await delivered(6);
  const waiting = { ...shop.ctx, inBackground: () => {} };
  const request = { actorUserId: clerk, orderId: order.orderId, note: 'Teste.', requestKey: null };
  const asked = await requestRefund(waiting, { ...request, amountCents: 1000 });
  if (!asked.ok) throw new Error(asked.reason);
  await shop.ctx.db
    .updateTable('charges')
    .set({ charged_back_cents: 501 })
    .where('order_id', '=', order.orderId)
    .execute();
  await sendRefund(shop.ctx, asked.refundId);
  expect(await rowOf(asked.refundId)).toMatchObject({
    status: 'failed',
    failure: 'O banco já tirou este valor de volta.',
  });
  expect(bank.refundedIds()).not.toContain(asked.refundId);
});

test('the sweep looks ever more rarely after what is on its way, once an hour at last', async () => {
  const order = await delivered(7);
  bank.answerRefundsWith('processing');
  const asked = await refund(order.orderId);
  if (!asked.ok) throw new Error(asked.reason);
  for (const [attempts, seconds] of [
    [0, 30],
    [3, 240],
    [9, 3600],
    [40, 3600],
  ] as const) {
    await shop.ctx.db
      .updateTable('refunds')
      .set({ attempts, next_check_at: null })
      .where('id', '=', asked.refundId)
      .execute();
    const now = shop.ctx.now();
    expect(await sweepRefunds({ ...shop.ctx, now: () => now })).toBeGreaterThan(0);
    const { next_check_at: next, attempts: after } = await rowOf(asked.refundId);
    expect((next?.getTime() ?? 0) - now.getTime()).toBe(seconds * 1000);
    expect(after).toBe(attempts + 1);
  }
  bank.settleAs('refunded');
  await shop.ctx.db
    .updateTable('refunds')
    .set({ next_check_at: null })
    .where('id', '=', asked.refundId)
    .execute();
  await sweepRefunds(shop.ctx);
  expect(await sweepRefunds(shop.ctx)).toBe(0);
  bank.behave();
});

test('a silent bank ends the sweep, and the next one goes on where it ended', async () => {
  const { db } = shop.ctx;
  await db
    .updateTable('refunds')
    .set({ next_check_at: new Date('2100-01-01') })
    .execute();
  const ids: string[] = [];
  const silent = { retryable: true, outcome: 'unknown' } as const;
  for (const position of [0, 1]) {
    const request = { actorUserId: clerk, note: 'Teste.', requestKey: null };
    const { orderId } = await delivered(position);
    const asked = await requestRefund({ ...shop.ctx, inBackground: () => {} }, { ...request, orderId });
    if (!asked.ok) throw new Error(asked.reason);
    ids.push(asked.refundId);
  }
  const sent: string[] = [];
  const gateway = {
    ...shop.ctx.gateway,
    refund({ refundId }: { refundId: string }) {
      sent.push(refundId);
      shop.passSeconds(50);
      return Promise.reject(new GatewayError('simulator', 'silent', silent));
    },
  };
  const ctx = { ...shop.ctx, gatewayFor: () => gateway };
  expect(await sweepRefunds(ctx)).toBe(1);
  shop.passSeconds(10);
  expect(await sweepRefunds(ctx)).toBe(1);
  expect(sent).toEqual(ids);
  shop.passSeconds(3600);
  for (const id of ids) await sendRefund(shop.ctx, id);
});

test('a claim that a clock far ahead wrote keeps nobody waiting, and one of now does', async () => {
  const { orderId } = await delivered(1);
  const request = { actorUserId: clerk, orderId, note: 'Teste.', requestKey: null };
  const asked = await requestRefund({ ...shop.ctx, inBackground: () => {} }, request);
  if (!asked.ok) throw new Error(asked.reason);
  const claimFor = (seconds: number) =>
    shop.ctx.db
      .updateTable('refunds')
      .set({ claimed_until: new Date(shop.ctx.now().getTime() + seconds * 1000) })
      .where('id', '=', asked.refundId)
      .execute();
  // Another process, whose clock is a little ahead.
  await claimFor(65);
  await sendRefund(shop.ctx, asked.refundId);
  expect(await rowOf(asked.refundId)).toMatchObject({ status: 'requested', attempts: 0 });
  await claimFor(24 * 3600);
  await sendRefund(shop.ctx, asked.refundId);
  expect(await rowOf(asked.refundId)).toMatchObject({ status: 'refunded', claimed_until: null });
});

const chargeOf = (orderId: string) =>
  shop.ctx.db.selectFrom('charges').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
const reasonsOf = async (orderId: string) =>
  (await listRefunds(shop.ctx, orderId))
    .map(({ reason, status, amountCents }) => `${reason} ${status} ${amountCents}`)
    .toSorted();

test('what the panel of the provider sent back is counted once, and takes what is owed along', async () => {
  const { orderId, refundId } = await due(8);
  const { id: chargeId } = await chargeOf(orderId);
  await shop.ctx.db.updateTable('refunds').set({ amount_cents: 500 }).where('id', '=', refundId).execute();
  const follow = (cents: number) =>
    shop.ctx.transaction(async (tx) => {
      const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
      await reconcileProviderRefunds(shop.ctx, tx, order!, chargeId, cents);
    });
  await follow(0);
  expect(await reasonsOf(orderId)).toEqual(['staff due 500']);
  await follow(700);
  await follow(700);
  expect(await reasonsOf(orderId)).toEqual(['at_provider refunded 700', 'staff due 500']);
  await follow(1100);
  expect(await reasonsOf(orderId)).toEqual([
    'at_provider refunded 400',
    'at_provider refunded 700',
    'staff due 400',
  ]);
  await follow(1500);
  expect(await reasonsOf(orderId)).toEqual([
    'at_provider refunded 400',
    'at_provider refunded 700',
    'staff refunded 400',
  ]);
  expect(await rowOf(refundId)).toMatchObject({ is_manual: false, status: 'refunded' });
  await follow(1700);
  expect(await state(orderId)).toMatchObject({ charges: ['refunded'], skins: 0 });
  expect(await reasonsOf(orderId)).toHaveLength(3);
});

test('another sum than was believed moves what is owed for too much, never what has gone', async () => {
  const { orderId } = await delivered(9, 10);
  await refund(orderId, 1000);
  const fit = (cents: number) =>
    shop.ctx.transaction(async (tx) => {
      const charge = await readCharge(tx, orderId);
      await adjustDueRefunds(shop.ctx, tx, { total_cents: charge.amount_cents }, charge, cents);
    });
  const readCharge = (tx: Parameters<typeof adjustDueRefunds>[1], id: string) =>
    tx.selectFrom('charges').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
  await fit(3500);
  expect(await reasonsOf(orderId)).toEqual(['overpaid due 500', 'staff refunded 1000']);
  await fit(3200);
  expect(await reasonsOf(orderId)).toEqual(['overpaid due 200', 'staff refunded 1000']);
  expect((await chargeOf(orderId)).paid_amount_cents).toBe(3200);
  await fit(3000);
  expect(await reasonsOf(orderId)).toEqual(['overpaid dismissed 200', 'staff refunded 1000']);
  await fit(500);
  expect((await chargeOf(orderId)).paid_amount_cents).toBe(1000);
  const shares = async () =>
    (
      await shop.ctx.db
        .selectFrom('order_items')
        .select('paid_cents')
        .where('order_id', '=', orderId)
        .execute()
    ).map((item) => item.paid_cents);
  expect(await shares()).toEqual([500, 500]);
  // All of it had arrived: nobody gets back less than the price.
  await fit(3000);
  expect(await shares()).toEqual([null, null]);
});

test('what staff give back comes from the code they name, or from the one of which most is left', async () => {
  const userId = await shop.createUser();
  const { orderId, charge } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [11]) });
  shop.passSeconds(3601);
  const renewed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!renewed.ok) throw new Error(renewed.reason);
  await startCharge(shop.ctx, renewed.charge);
  const [first, second] = [charge.id, renewed.charge.id];
  for (const id of [first, second]) {
    await shop.simulator.pay(id);
    await checkCharge(shop.ctx, id);
  }
  const [twice] = await listRefunds(shop.ctx, orderId);
  await close(twice?.id ?? '', 'dismissed');
  const sent: string[] = [];
  const ask = async (more: { chargeId?: string; amountCents?: number }) => {
    const inBackground = (task: string) => void sent.push(task);
    const request = { actorUserId: clerk, orderId, note: 'Combinado.', requestKey: null, ...more };
    const asked = await requestRefund({ ...shop.ctx, inBackground }, request);
    if (!asked.ok) return asked.reason;
    const { charge_id, amount_cents, status } = await rowOf(asked.refundId);
    return [charge_id, amount_cents, status];
  };
  expect(await ask({ chargeId: second, amountCents: 100 })).toEqual([second, 100, 'requested']);
  expect(await ask({ amountCents: 200 })).toEqual([first, 200, 'requested']);
  expect(await ask({ amountCents: 300 })).toEqual([second, 300, 'requested']);
  expect(sent).toEqual(['send_refund', 'send_refund', 'send_refund']);
  expect(await ask({ chargeId: crypto.randomUUID() })).toBe('nothing_left');
  bank.setRefunds('none');
  expect(await ask({ chargeId: first })).toEqual([first, 1300, 'due']);
  bank.setRefunds('partial');
  expect(await ask({ chargeId: first })).toBe('nothing_left');
  expect(sent).toHaveLength(3);
});

test('a refund is settled once, with what was said of it', async () => {
  const { orderId, refundId } = await due(12);
  const order = await shop.ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const settle = (by: Parameters<typeof settleRefund>[4]) =>
    shop.ctx.transaction((tx) => settleRefund(shop.ctx, tx, order, { id: refundId, amount_cents: 1500 }, by));
  const said = { gatewayRefundId: 'devolucao-1', note: 'Comprovante 123.' };
  expect(await settle({ actorUserId: clerk, ...said })).toBe(true);
  const row = {
    status: 'refunded',
    is_manual: true,
    gateway_refund_id: 'devolucao-1',
    note: 'Comprovante 123.',
    failure: null,
    next_check_at: null,
    settled_at: expect.any(Date),
  };
  expect(await rowOf(refundId)).toMatchObject(row);
  expect(await settle({ actorUserId: null, gatewayRefundId: 'devolucao-2' })).toBe(false);
  expect(await rowOf(refundId)).toMatchObject(row);
  expect((await auditOf(refundId)).at(-1)).toMatchObject({ action: 'refund.marked', actor_user_id: clerk });
  expect((await mailsOf(refundId)).filter((news) => news === 'finished')).toHaveLength(1);
});
