import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderMails } from '#jobs/mails/order-mails.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { readStaffOrder } from '#shop/orders/read-staff-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { storedFileKey } from '#shop/delivery/files/stored-file.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { saveSettings } from '#shop/settings/save-settings.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { openTroubledShop, type TroubledShop } from '#test/troubled-shop.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { sendForm } from '#test/visitor/send-form.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as downloadSkin } from '../files/download-skin.ts';

let { shop, bank } = {} as TroubledShop;
let [finance, support] = ['', ''];
let position = 0;
beforeAll(async () => {
  ({ shop, bank } = await openTroubledShop());
  finance = await createClerk(shop, 'finance');
  support = await createClerk(shop, 'support');
});
afterAll(() => shop.close());

const paid = () => createPaidOrder(shop, buy(shop.ctx, [position++, position++]));
async function setAutomatic(on: boolean): Promise<void> {
  const owner = await createClerk(shop);
  const saved = await saveSettings(shop.ctx, { actorUserId: owner, entries: { automaticWithdrawal: on } });
  if (!saved.ok) throw new Error(JSON.stringify(saved.fields));
}
async function ask(order: Pick<PaidOrder, 'orderId' | 'userId'>, reason?: string) {
  const { status, body } = await callApi(
    shop.ctx,
    order.userId,
    `POST /api/orders/${order.orderId}/withdrawal`,
    reason === undefined ? undefined : { reason },
  );
  await shop.settled();
  return `${status} ${body.state ?? body.error?.code}`;
}
async function answerAs(clerk: string, orderId: string, note: string) {
  const form = { do: 'withdrawals.decline', orderId, answer: note };
  return (await sendForm(shop.ctx, clerk, '/admin/atencao', form)).status;
}
const waiting = async (orderId: string) =>
  (await listAttention(shop.ctx, { orderId })).map(({ kind, amountCents, wish }) => ({
    kind,
    amountCents,
    wish,
  }));
const seen = async ({ userId, orderId }: PaidOrder) =>
  (await listOwnOrders(shop.ctx, { userId, cursor: null, orderId })).entries[0]!;
const skinsOf = async ({ userId }: PaidOrder) =>
  shop.ctx.db.selectFrom('user_collection').select(['id']).where('user_id', '=', userId).execute();
const refundsOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('refunds')
    .select(['status', 'amount_cents'])
    .where('order_id', '=', orderId)
    .execute();
/** Delivered as files that the shop hands out itself. */
async function deliverHere({ orderId, items }: PaidOrder): Promise<void> {
  const fileId = randomUUID();
  const sha256 = 'f'.repeat(64);
  const file = { id: fileId, name: 'a.zip', size: 9, sha256, created_at: shop.ctx.now(), created_by: null };
  await shop.ctx.db
    .insertInto('files')
    .values({ ...file, verdict: 'not_examined' })
    .execute();
  await shop.ctx.largeFiles.write(storedFileKey(fileId), Readable.from([Buffer.from('nine byte')]));
  for (const { sku } of items) {
    await saveSkinFile(shop.ctx, { actorUserId: finance, sku, fileId });
  }
  const keptFiles = items.map(({ id }) => id);
  const sent = await sendLinks(shop.ctx, { actorUserId: finance, orderId, links: {}, keptFiles });
  if (!sent.ok) throw new Error(sent.reason);
}
const entryOf = async (order: PaidOrder) => (await skinsOf(order))[0]!.id;
async function download({ userId }: PaidOrder, entryId: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://localhost:3000/dashboard/download-skin/${entryId}`, init);
  const params = { collectionId: entryId };
  return callRoute(downloadSkin, { request, params, context: contextFor(shop.ctx, userId) });
}
async function deliver({ orderId, links }: PaidOrder): Promise<void> {
  const sent = await sendLinks(shop.ctx, { actorUserId: finance, orderId, links });
  if (!sent.ok) throw new Error(sent.reason);
}

test('who agrees with staff to keep what was asked back has it again', async () => {
  await setAutomatic(true);
  const order = await paid();
  await deliverHere(order);
  bank.refuseNextRefund();
  expect(await ask(order)).toBe('200 refunding');
  expect(await refundsOf(order.orderId)).toMatchObject([{ status: 'failed' }]);
  expect(await skinsOf(order)).toEqual([]);
  const { id } = await shop.ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  const closing = {
    actorUserId: finance,
    refundId: id,
    as: 'dismissed',
    note: 'Ficou com as skins.',
  } as const;
  expect(await closeRefund(shop.ctx, closing)).toEqual({ ok: true });
  expect(await skinsOf(order)).toHaveLength(2);
});

test('nobody deletes the account while staff have not answered what was asked back', async () => {
  await setAutomatic(false);
  const order = await paid();
  await deliver(order);
  expect(await ask(order)).toBe('200 requested');
  expect(await deleteAccount(shop.ctx, order.userId)).toEqual({ ok: false, reason: 'asked_back' });
  await answerAs(finance, order.orderId, 'Já foi baixada.');
  expect(await deleteAccount(shop.ctx, order.userId)).toEqual({ ok: true });
});

test('a request waits for staff with its reason, once, whatever is pressed twice', async () => {
  await setAutomatic(false);
  const order = await paid();
  expect((await seen(order)).withdrawalUntil).not.toBeNull();
  expect(await Promise.all([ask(order, 'Comprei a errada.'), ask(order, 'Comprei a errada.')])).toEqual([
    '200 requested',
    '200 requested',
  ]);
  expect(await waiting(order.orderId)).toEqual([
    { kind: 'withdrawal', amountCents: 3000, wish: 'Comprei a errada.' },
  ]);
  expect(await seen(order)).toMatchObject({
    withdrawalUntil: null,
    withdrawal: { isWaiting: true, answer: null },
  });
  const other = await paid();
  const toStaff = async ({ orderId }: PaidOrder) => (await readStaffOrder(shop.ctx, orderId))?.order.asksBack;
  expect([await toStaff(order), await toStaff(other)]).toEqual([true, false]);
  expect(await refundsOf(order.orderId)).toEqual([]);
});

test('a refund by staff answers the request, and the buyer reads that the money comes', async () => {
  await setAutomatic(false);
  const order = await paid();
  expect(await ask(order, '  ')).toBe('200 requested');
  expect(await waiting(order.orderId)).toMatchObject([{ wish: null }]);
  const refund = await requestRefund(shop.ctx, {
    actorUserId: finance,
    orderId: order.orderId,
    note: 'Devolvido.',
    requestKey: null,
  });
  expect(refund.ok).toBe(true);
  await shop.settled();
  expect(await waiting(order.orderId)).toEqual([]);
  expect(await ask(order)).toBe('200 refunding');
  expect((await seen(order)).withdrawal).toEqual({ isWaiting: false, answer: null });
});

// shows: purchase 26
test('a refund of one skin is no answer to the rest: the request waits until all is back or staff answer', async () => {
  await setAutomatic(false);
  const [answered, emptied] = [await paid(), await paid()];
  const refundOne = async ({ orderId, items }: PaidOrder, n: number) => {
    const request = { actorUserId: finance, orderId, itemIds: [items[n]!.id], note: 'Esta sim.' };
    expect((await requestRefund(shop.ctx, { ...request, requestKey: null })).ok).toBe(true);
    await shop.settled();
  };
  const asked = [{ kind: 'withdrawal', amountCents: 3000, wish: null }];
  for (const order of [answered, emptied]) {
    expect(await ask(order)).toBe('200 requested');
    await refundOne(order, 0);
    expect(await waiting(order.orderId)).toEqual(asked);
    expect(await ask(order)).toBe('200 requested');
    expect(await seen(order)).toMatchObject({ withdrawal: { isWaiting: true }, refundedCents: 1500 });
  }
  expect(await answerAs(finance, answered.orderId, 'A outra já foi baixada.')).toBe(200);
  expect(await seen(answered)).toMatchObject({
    withdrawal: { isWaiting: false, answer: 'A outra já foi baixada.' },
  });
  await refundOne(emptied, 1);
  expect(await waiting(emptied.orderId)).toEqual([]);
  expect((await seen(emptied)).withdrawal).toEqual({ isWaiting: false, answer: null });
});

test('staff with the right refuse with an answer that the buyer reads, and that ends it', async () => {
  await setAutomatic(false);
  const order = await paid();
  expect(await answerAs(finance, order.orderId, 'Nada pedido.')).toBe(409);
  await ask(order, 'Não quero mais.');
  expect(await answerAs(support, order.orderId, 'Já foi usada.')).toBe(403);
  expect(await answerAs(finance, order.orderId, '')).toBe(422);
  expect(await answerAs(finance, order.orderId, 'A skin já foi baixada.')).toBe(200);
  expect(await answerAs(finance, order.orderId, 'Outra resposta.')).toBe(409);
  expect(await waiting(order.orderId)).toEqual([]);
  expect((await seen(order)).withdrawal).toEqual({ isWaiting: false, answer: 'A skin já foi baixada.' });
  expect(await ask(order)).toBe('409 declined');
  await orderMails['mail-withdrawal-declined'].run(shop.ctx, { orderId: order.orderId }, 'answer');
  expect(shop.mails.find(({ id }) => id === 'answer')).toMatchObject({
    to: customer.email,
    text: expect.stringContaining('A skin já foi baixada.') as string,
  });
});

test('with the setting, an undelivered order is cancelled and paid back at once', async () => {
  await setAutomatic(true);
  const order = await paid();
  expect(await Promise.all([ask(order), ask(order)])).toEqual(['200 refunding', '200 refunding']);
  expect(await refundsOf(order.orderId)).toEqual([{ status: 'refunded', amount_cents: 3000 }]);
  expect(await seen(order)).toMatchObject({ status: 'cancelled', isRefunded: true });
  expect(await skinsOf(order)).toEqual([]);
  expect(await waiting(order.orderId)).toEqual([]);
  const { orderId } = order;
  const [row] = await shop.ctx.db
    .selectFrom('withdrawals')
    .select('state')
    .where('order_id', '=', orderId)
    .execute();
  expect(row).toEqual({ state: 'automatic' });
  const audited = await shop.ctx.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', orderId)
    .execute();
  expect(audited).toContainEqual({ action: 'withdrawal.asked' });
  // One mail says both: it is cancelled, and so much comes back.
  const mails = (await shop.jobs()).filter(({ name }) => /^mail-(?:order-cancelled|refund)$/.test(name));
  expect(mails.filter(({ data }) => 'orderId' in data && data.orderId === orderId)).toEqual([
    { name: 'mail-order-cancelled', data: { orderId, refundCents: 3000 } },
  ]);
  expect(await ask(order)).toBe('200 refunding');
  expect(await refundsOf(orderId)).toHaveLength(1);
});

// shows: threat 79
test('an order that new money revived goes back anew, and once', async () => {
  await setAutomatic(true);
  bank.setRefunds('partial');
  const userId = await shop.createUser();
  const bought = { userId, purchase: buy(shop.ctx, [position++]) };
  const { orderId, charge } = await checkOut(shop.ctx, bought);
  const payAgain = async () => {
    await shop.simulator.pay(charge.id);
    await checkCharge(shop.ctx, charge.id, { evenIfPaid: true });
  };
  shop.passSeconds(3601);
  const resumed = await resumeOrder(shop.ctx, { userId, orderId });
  if (!resumed.ok) throw new Error(resumed.reason);
  const second = await startCharge(shop.ctx, resumed.charge);
  if (!second.ok) throw new Error(second.reason);
  await shop.simulator.pay(second.charge.id);
  await checkCharge(shop.ctx, second.charge.id);
  const order = { userId, orderId } as PaidOrder;
  expect(await ask(order, 'Era para outra conta.')).toBe('200 refunding');
  expect(await seen(order)).toMatchObject({ status: 'cancelled', withdrawalUntil: null });

  shop.passSeconds(60);
  await payAgain();
  const revived = await seen(order);
  expect(revived).toMatchObject({ status: 'pending', withdrawal: null });
  expect(revived.withdrawalUntil).not.toBeNull();
  expect(await Promise.all([ask(order), ask(order)])).toEqual(['200 refunding', '200 refunding']);
  expect(await refundsOf(orderId)).toMatchObject([{ amount_cents: 1500 }, { amount_cents: 1500 }]);
  expect(await seen(order)).toMatchObject({ status: 'cancelled', isRefunded: true });
  expect(await skinsOf(order)).toEqual([]);
  expect(await ask(order)).toBe('200 refunding');
  expect(await refundsOf(orderId)).toHaveLength(2);
});

test('of an order that went back in part, the rest goes back', async () => {
  await setAutomatic(true);
  const order = await paid();
  const one = await requestRefund(shop.ctx, {
    actorUserId: finance,
    orderId: order.orderId,
    itemIds: [order.items[0]!.id],
    note: 'Só uma delas.',
    requestKey: null,
  });
  expect(one.ok).toBe(true);
  await shop.settled();
  expect(await seen(order)).toMatchObject({ isRefunded: false, status: 'pending' });
  expect(await ask(order)).toBe('200 refunding');
  expect((await refundsOf(order.orderId)).map(({ amount_cents: cents }) => cents)).toEqual([1500, 1500]);
  expect(await seen(order)).toMatchObject({ isRefunded: true, status: 'cancelled' });
  expect(await skinsOf(order)).toEqual([]);
});

// shows: purchase 25
test('a delivered order goes back at once only while nobody can have its files', async () => {
  await setAutomatic(true);
  const untouched = await paid();
  await deliverHere(untouched);
  const [entry] = await skinsOf(untouched);
  const owner = { userId: untouched.userId, entryId: entry!.id };
  bank.setRefunds('partial');
  expect(await findDownload(shop.ctx, owner)).not.toBeNull();
  bank.answerRefundsWith('processing');
  expect(await ask(untouched)).toBe('200 refunding');
  expect((await refundsOf(untouched.orderId))[0]?.status).toBe('processing');
  expect(await findDownload(shop.ctx, owner), 'while the bank takes its time').toBeNull();
  bank.settleAs('refunded');
  shop.passSeconds(3600);
  await sweepRefunds(shop.ctx);
  bank.behave();
  expect(await refundsOf(untouched.orderId)).toEqual([{ status: 'refunded', amount_cents: 3000 }]);
  expect(await seen(untouched)).toMatchObject({ status: 'completed', isRefunded: true });

  const downloaded = await paid();
  await deliverHere(downloaded);
  await shop.ctx.db
    .insertInto('delivery_records')
    .values({
      order_item_id: downloaded.items[1]!.id,
      user_id: downloaded.userId,
      kind: 'downloaded',
      at: shop.ctx.now(),
      network: null,
      device: null,
      once: 'downloaded now',
    })
    .execute();
  expect(await ask(downloaded)).toBe('200 requested');

  const mailed = await paid();
  await deliver(mailed);
  expect(await ask(mailed), 'the link to elsewhere was mailed').toBe('200 requested');
});

// shows: threat 74
test('the record of a download stands before its first byte, so what is downloaded is not paid back at once', async () => {
  await setAutomatic(true);
  const order = await paid();
  await deliverHere(order);
  const { inBackground } = shop.ctx;
  // Nothing of it ever runs: the answer alone has to leave the record.
  shop.ctx.inBackground = () => undefined;
  const answer = await download(order, await entryOf(order));
  shop.ctx.inBackground = inBackground;
  expect(answer.status).toBe(200);
  expect(await ask(order)).toBe('200 requested');
  expect(await answer.text()).toBe('nine byte');
});

test('a file that goes back while it is opened is not handed out', async () => {
  await setAutomatic(true);
  const order = await paid();
  await deliverHere(order);
  const entryId = await entryOf(order);
  const { open } = shop.ctx.largeFiles;
  let asked = '';
  let body: ReadableStream | null = null;
  shop.ctx.largeFiles.open = async (...file) => {
    asked = await ask(order);
    return (body = await open(...file));
  };
  const answer = await download(order, entryId);
  shop.ctx.largeFiles.open = open;
  expect([asked, answer.status]).toEqual(['200 refunding', 404]);
  expect(await answer.json()).toMatchObject({ error: { message: 'Este download não está disponível.' } });
  expect(await body!.getReader().read(), 'nothing stays open').toMatchObject({ done: true });
});

// shows: threat 74
test('of a download and a withdrawal at the same moment one happens, however many meet', async () => {
  await setAutomatic(true);
  const orders: [PaidOrder, string][] = [];
  for (let n = 0; n < 12; n++) {
    const order = await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
    await deliverHere(order);
    orders.push([order, await entryOf(order)]);
  }
  const met = await Promise.all(
    orders.map(async ([order, entryId], n) => {
      const [first, second] = [() => download(order, entryId), () => ask(order)];
      const [answer, asked] =
        n % 2 === 0
          ? await Promise.all([first(), second()])
          : (await Promise.all([second(), first()])).toReversed();
      return `${(answer as Response).status}, ${asked as string}`;
    }),
  );
  expect(met.filter((each) => each !== '200, 200 requested' && each !== '404, 200 refunding')).toEqual([]);
});

// shows: threat 74
test('the head of a file, and a part that it does not have, are no download', async () => {
  await setAutomatic(true);
  const order = await paid();
  await deliverHere(order);
  const entryId = await entryOf(order);
  expect((await download(order, entryId, { method: 'HEAD' })).status).toBe(200);
  expect((await download(order, entryId, { headers: { range: 'bytes=9-' } })).status).toBe(416);
  const { address } = shop.ctx.largeFiles;
  shop.ctx.largeFiles.address = async (key) => `https://s3.exemplo.com/${key}`;
  const head = await download(order, entryId, { method: 'HEAD' });
  shop.ctx.largeFiles.address = address;
  expect([head.status, head.headers.get('content-length'), head.headers.get('location')]).toEqual([
    200,
    '9',
    null,
  ]);
  await shop.settled();
  expect(await ask(order)).toBe('200 refunding');
});

test('a link to elsewhere that a patch put there counts as downloaded, also when a stored file followed it', async () => {
  await setAutomatic(true);
  const order = await paid();
  await deliverHere(order);
  shop.passSeconds(60);
  const { sku } = order.items[0]!;
  await shop.ctx.db
    .updateTable('skin_files')
    .set({ patched_at: shop.ctx.now() })
    .where('sku', '=', sku)
    .execute();
  expect(await ask(order)).toBe('200 requested');
});

test('where the provider sends nothing back, or money is in doubt, a person decides', async () => {
  await setAutomatic(true);
  bank.setRefunds('none');
  expect(await ask(await paid())).toBe('200 requested');
  bank.setRefunds('partial');
  const disputed = await paid();
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', disputed.orderId)
    .executeTakeFirstOrThrow();
  await shop.ctx.db
    .insertInto('disputes')
    .values({
      order_id: disputed.orderId,
      charge_id: charge.id,
      gateway: 'simulator',
      gateway_dispute_id: charge.id,
      opened_at: shop.ctx.now(),
      answer_by: null,
      reason: 'fraude',
    })
    .execute();
  expect(await ask(disputed)).toBe('200 requested');
  const { orderId, userId } = await createPaidOrder(shop, {
    kind: 'free',
    amountCents: 2000,
    description: 'Pintura',
  });
  expect(await ask({ orderId, userId }), 'a free charge').toBe('200 requested');
});

test('only a paid order, of its own buyer, within seven days, with money left', async () => {
  await setAutomatic(false);
  const order = await paid();
  expect(await ask({ ...order, userId: await shop.createUser() })).toBe('404 not_found');
  expect(await ask({ ...order, orderId: 'nada' })).toBe('404 not_found');
  expect(await ask(order, 'x')).toBe('422 invalid');
  const unpaidBuyer = await shop.createUser();
  const unpaid = await checkOut(shop.ctx, { userId: unpaidBuyer, purchase: buy(shop.ctx, [position++]) });
  expect(await ask({ orderId: unpaid.orderId, userId: unpaidBuyer })).toBe('409 not_paid');
  const returned = await paid();
  await requestRefund(shop.ctx, {
    actorUserId: finance,
    orderId: returned.orderId,
    note: 'Devolvido.',
    requestKey: null,
  });
  await shop.settled();
  expect(await ask(returned)).toBe('409 nothing_left');
  shop.passSeconds(7 * 24 * 3600);
  expect(await ask(order)).toBe('409 too_late');
});

test('what buyer and staff wrote goes with the account, the books stay', async () => {
  await setAutomatic(false);
  const order = await paid();
  await deliver(order);
  await ask(order, 'Foi meu filho Davi.');
  await answerAs(finance, order.orderId, 'Davi já baixou.');
  expect(await deleteAccount(shop.ctx, order.userId)).toEqual({ ok: true });
  const row = await shop.ctx.db
    .selectFrom('withdrawals')
    .select(['state', 'reason', 'answer'])
    .where('order_id', '=', order.orderId)
    .executeTakeFirst();
  expect(row).toEqual({ state: 'declined', reason: null, answer: null });
  await orderMails['mail-withdrawal-declined'].run(shop.ctx, { orderId: order.orderId }, 'late');
  expect(
    shop.mails.filter(({ id }) => id === 'late'),
    'a mail that comes late',
  ).toEqual([]);
});
