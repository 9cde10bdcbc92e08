import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askedJobs } from '#jobs/all-jobs.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import { deliverSkin } from '#shop/delivery/desk/deliver-skin.ts';
import { acceptFile } from '#shop/delivery/examining/accept-file.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { markBroken } from '#shop/delivery/files/mark-broken.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { readFigures } from '#shop/numbers/read-figures.ts';
import { minutesToDeliver } from '#shop/numbers/promised-at.ts';
import { deliverKnown } from '#shop/orders/deliver-known.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { tellTime } from '#shop/promise/tell-time.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { forgeZip } from '#test/forge-zip.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { buy, checkOut, customer, refusal, skinsOf } from '#test/purchases.ts';
import { endPreorder, savePreorder } from './change-preorders.ts';
import { refundPreorders } from './refund-preorders.ts';

let shop: TestContext;
let clerk: string;
/** Each test has skins of its own. */
let next = 0;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Rita Entrega');
});
beforeEach(() => shop.forget());
afterAll(() => shop.close());

const DAY_S = 24 * 3600;
const skuAt = (position: number) => skinsOf(shop.ctx, position)[0]!.sku;
const link = (position: number) => `https://arquivos.exemplo.com/${position}.zip`;
const inDays = (days: number) => addDays(dayOf(shop.ctx.now()), days);
const save = (position: number, until: string) =>
  perform(savePreorder, shop.ctx, { actorUserId: clerk }, { sku: skuAt(position), until });

/** One that is sold ahead, for ten days. */
async function ahead(): Promise<number> {
  const position = next++;
  expect(await save(position, inDays(10))).toMatchObject({ ok: true });
  await shop.ctx.catalog.reload();
  return position;
}
async function give(position: number, auto?: boolean): Promise<void> {
  await saveSkinFile(shop.ctx, {
    actorUserId: clerk,
    sku: skuAt(position),
    link: link(position),
    ...(auto === undefined ? {} : { auto }),
  });
  await shop.ctx.catalog.reload();
}
const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));
const orderOf = (orderId: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
const refundsOf = (orderId: string) =>
  shop.ctx.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
async function ownOrder({ userId }: { userId: string }) {
  const [order] = (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries;
  return order!;
}
const mailsAbout = async (name: string, orderId: string) =>
  (await shop.jobs()).filter(
    (job) => job.name === name && (job.data as { orderId?: string }).orderId === orderId,
  );
async function pass(days: number): Promise<void> {
  shop.passSeconds(days * DAY_S);
  await refundPreorders(shop.ctx);
  await shop.ctx.catalog.reload();
}

test('it is said before the payment, has no clock, and comes with its file, which delivers it whatever its switch says', async () => {
  const one = await ahead();
  const until = inDays(10);
  expect(shop.ctx.catalog.current().aheadUntil(skuAt(one))).toBe(until);
  const order = await paid(one);
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'pending', due_at: null });
  const shown = await ownOrder(order);
  expect(shown.items).toMatchObject([{ aheadUntil: until, downloadLink: null }]);
  expect(tellTime({ ...shown, releases: [until] }, shop.ctx.now())).toEqual({
    kind: 'release',
    untils: [until],
    of: 1,
  });
  await releaseOrders(shop.ctx);
  expect((await orderOf(order.orderId)).status).toBe('pending');

  await give(one, false);
  expect(shop.ctx.catalog.current().aheadUntil(skuAt(one))).toBeNull();
  await Promise.all([releaseOrders(shop.ctx), releaseOrders(shop.ctx)]);
  const done = await orderOf(order.orderId);
  expect(done.status).toBe('completed');
  expect(done.due_at!.getTime()).toBeGreaterThanOrEqual(done.completed_at!.getTime());
  // The weeks that its buyer agreed to are no minutes of a delivery.
  const minutes = shop.ctx.db.selectFrom('orders').select(minutesToDeliver.as('minutes'));
  expect(await minutes.where('id', '=', order.orderId).execute()).toEqual([{ minutes: null }]);
  expect((await ownOrder(order)).items).toMatchObject([{ aheadUntil: null, downloadLink: link(one) }]);
  expect(await mailsAbout('mail-links-delivered', order.orderId)).toHaveLength(1);
  await pass(11);
  expect(await refundsOf(order.orderId)).toEqual([]);
});

test('a file that somebody has to look at holds nothing up where a product delivers the skin by its link', async () => {
  const one = await ahead();
  const order = await paid(one);
  const fileId = await storeTestFile(shop, clerk, 'skin.zip', forgeZip([{ name: 'a.exe', content: 'MZ' }]));
  await saveSkinFile(shop.ctx, { actorUserId: clerk, sku: skuAt(one), fileId });
  await releaseOrders(shop.ctx);
  expect((await orderOf(order.orderId)).status).toBe('pending');
  await shop.ctx.db
    .insertInto('products')
    .values({
      sku: skuAt(one),
      name: 'Skin',
      price_cents: 1500,
      download_url: link(one),
      created_at: shop.ctx.now(),
    })
    .execute();
  await releaseOrders(shop.ctx);
  expect((await orderOf(order.orderId)).status).toBe('completed');
  expect((await ownOrder(order)).items).toMatchObject([{ downloadLink: link(one) }]);
});

test('once its day is over the money goes back, once, over two workers', async () => {
  const one = await ahead();
  const order = await paid(one);
  await pass(9);
  expect(await refundsOf(order.orderId)).toEqual([]);
  shop.passSeconds(2 * DAY_S);
  await Promise.all([refundPreorders(shop.ctx), refundPreorders(shop.ctx), refundPreorders(shop.ctx)]);
  await refundPreorders(shop.ctx);
  expect(await refundsOf(order.orderId)).toMatchObject([
    { reason: 'preorder_over', amount_cents: 1500, requested_by: null, item_ids: [order.items[0]!.id] },
  ]);
  // A file that comes now is too late for it.
  await give(one, true);
  await releaseOrders(shop.ctx);
  for (const { name, data } of await shop.jobs())
    if (name === 'send-refund') await askedJobs[name].run(shop.ctx, data as never, name);
  await sweepRefunds(shop.ctx);
  await refundPreorders(shop.ctx);
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'cancelled' });
  expect(await refundsOf(order.orderId)).toMatchObject([{ status: 'refunded', amount_cents: 1500 }]);
  const shown = await ownOrder(order);
  expect(shown).toMatchObject({ isRefunded: true, refundedCents: 1500 });
  expect(shown.items).toMatchObject([{ whyBack: 'preorder_over', aheadUntil: null }]);
  expect((await listCollection(shop.ctx, { userId: order.userId, cursor: null })).entries).toEqual([]);
});

test('what staff give back before its day is not given back again, nor delivered by a file that comes meanwhile', async () => {
  const [one, filed] = [await ahead(), await ahead()];
  const other = next++;
  const order = await paid(one, filed, other);
  const itemIds = order.items.slice(0, 2).map(({ id }) => id);
  const asked = {
    actorUserId: clerk,
    orderId: order.orderId,
    itemIds,
    note: 'O cliente desistiu.',
    requestKey: null,
  };
  // Its provider has not answered yet.
  await requestRefund({ ...shop.ctx, inBackground: () => undefined }, asked);
  await give(filed, true);
  await releaseOrders(shop.ctx);
  const states = shop.ctx.db
    .selectFrom('owed_items')
    .select('state')
    .where('order_id', '=', order.orderId)
    .orderBy('position');
  expect(await states.execute()).toMatchObject([
    { state: 'waiting' },
    { state: 'waiting' },
    { state: 'waiting' },
  ]);
  await pass(11);
  expect(await refundsOf(order.orderId)).toMatchObject([
    { reason: 'staff', amount_cents: 3000, status: 'requested' },
  ]);
  expect(await states.execute()).toMatchObject([
    { state: 'waiting' },
    { state: 'waiting' },
    { state: 'waiting' },
  ]);
});

test('a process that dies after the refund was written down leaves it to the sweep, and nothing is sent twice', async () => {
  const one = await ahead();
  const order = await paid(one);
  await pass(11);
  // Nobody ran the job that sends it. The sweep finds it, twice.
  shop.passSeconds(120);
  await sweepRefunds(shop.ctx);
  await refundPreorders(shop.ctx);
  await sweepRefunds(shop.ctx);
  expect(await refundsOf(order.orderId)).toMatchObject([{ status: 'refunded', amount_cents: 1500 }]);
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect(charge.status).toBe('refunded');
});

test('one that dies before it was written down has done nothing, and the next one does it', async () => {
  const one = await ahead();
  const order = await paid(one);
  shop.passSeconds(11 * DAY_S);
  await refundPreorders({ ...shop.ctx, enqueue: () => Promise.reject(new Error('killed')) });
  expect(await refundsOf(order.orderId)).toEqual([]);
  expect((await ownOrder(order)).items).toMatchObject([{ kept: true }]);
  await refundPreorders(shop.ctx);
  expect(await refundsOf(order.orderId)).toHaveLength(1);
});

test('the rest of its order does not wait: what has a file comes at once, and what is left comes or goes back', async () => {
  const known = next++;
  await give(known, true);
  const [one, other] = [await ahead(), await ahead()];
  const order = await paid(known, one, other);
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'pending', due_at: null });
  const linksOf = async () => (await ownOrder(order)).items.map(({ downloadLink }) => downloadLink);
  expect(await linksOf()).toEqual([link(known), null, null]);
  expect(await mailsAbout('mail-links-delivered', order.orderId)).toHaveLength(1);

  await give(one);
  await releaseOrders(shop.ctx);
  expect(await linksOf()).toEqual([link(known), link(one), null]);
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'pending', due_at: null });
  await pass(11);
  expect(await refundsOf(order.orderId)).toMatchObject([
    { amount_cents: 1500, item_ids: [order.items[2]!.id] },
  ]);
  expect((await orderOf(order.orderId)).status).toBe('completed');
  expect(await linksOf()).toEqual([link(known), link(one), null]);
  // Each delivery was told when it came, and the end of the order delivers nothing.
  expect(await mailsAbout('mail-links-delivered', order.orderId)).toHaveLength(2);
});

test('what staff deliver by hand keeps its clock until it is delivered, from the order or from the desk', async () => {
  for (const from of ['order', 'desk']) {
    const hand = next++;
    const one = await ahead();
    const order = await paid(hand, one);
    expect((await orderOf(order.orderId)).due_at).not.toBeNull();
    const nothing = await sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links: {} });
    expect(nothing).toMatchObject({ ok: false, reason: 'missing_links' });
    const links = { [order.items[0]!.id]: link(hand) };
    if (from === 'order')
      expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links })).toMatchObject({
        order: { status: 'pending' },
      });
    else
      expect(
        await deliverSkin(shop.ctx, { actorUserId: clerk, sku: skuAt(hand), content: { link: link(hand) } }),
      ).toMatchObject({ waitingForOthers: [], failed: [] });
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'pending', due_at: null });
    expect((await ownOrder(order)).items).toMatchObject([
      { downloadLink: link(hand) },
      { downloadLink: null },
    ]);
    // Staff may have it before it is a file of the shop.
    const last = { [order.items[1]!.id]: link(one) };
    await sendLinks(shop.ctx, {
      actorUserId: clerk,
      orderId: order.orderId,
      links: last,
      onlyThisOrder: true,
    });
    expect((await orderOf(order.orderId)).status).toBe('completed');
  }
});

test('what came late stays late, though the rest of its order comes when its file comes', async () => {
  const hand = next++;
  const one = await ahead();
  const order = await paid(hand, one);
  shop.passSeconds(3600);
  await sendLinks(shop.ctx, {
    actorUserId: clerk,
    orderId: order.orderId,
    links: { [order.items[0]!.id]: link(hand) },
  });
  const day = dayOf(shop.ctx.now());
  const figures = async () => (await readFigures(shop.ctx, [{ from: day, to: addDays(day, 1) }]))[0]!;
  const before = await figures();
  await give(one);
  await releaseOrders(shop.ctx);
  expect((await orderOf(order.orderId)).status).toBe('completed');
  const after = await figures();
  expect(after.delivered - before.delivered).toBe(1);
  expect(after.deliveredOnTime - before.deliveredOnTime).toBe(0);
});

test('of orders that are delivered together it holds up nothing, and one that has nothing else waits', async () => {
  const hand = next++;
  const one = await ahead();
  const [mixed, alone] = [await paid(hand, one), await paid(one)];
  const { skin_name: name } = alone.items[0]!;
  await give(hand);
  const deliver = async () => {
    const orderIds = [mixed.orderId, alone.orderId];
    const { results } = await deliverKnown(shop.ctx, { actorUserId: clerk, orderIds });
    return results.map(({ reason, about }) => ({ reason, about }));
  };
  const waits = { reason: 'no_file', about: name };
  expect(await deliver()).toEqual([{ reason: null, about: name }, waits]);
  expect((await ownOrder(mixed)).items).toMatchObject([{ downloadLink: link(hand) }, { downloadLink: null }]);
  expect(await deliver()).toEqual([waits, waits]);
});

test('what has its link comes once the one that staff owed was refunded, whatever was sold ahead', async () => {
  const [known, hand] = [next++, next++];
  await give(known, true);
  const one = await ahead();
  const order = await paid(known, hand, one);
  const linksOf = async () => (await ownOrder(order)).items.map(({ downloadLink }) => downloadLink);
  expect(await linksOf()).toEqual([null, null, null]);
  const { orderId } = order;
  const itemIds = [order.items[1]!.id];
  await requestRefund(shop.ctx, { actorUserId: clerk, orderId, itemIds, note: 'Não há.', requestKey: null });
  await shop.settled();
  expect(await linksOf()).toEqual([link(known), null, null]);
  expect(await orderOf(orderId)).toMatchObject({ status: 'pending', due_at: null });
  expect(await mailsAbout('mail-links-delivered', orderId)).toHaveLength(1);
});

test('who bought keeps the day that was read, and an open order is told anew before it is paid', async () => {
  const one = await ahead();
  const order = await paid(one);
  await save(one, inDays(30));
  await shop.ctx.catalog.reload();
  const userId = await shop.createUser();
  const open = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [one]) });
  const untilOf = async () => (await ownOrder({ userId })).items[0]!.aheadUntil;
  expect(await untilOf()).toBe(inDays(30));
  await save(one, inDays(20));
  await shop.ctx.catalog.reload();
  expect(await untilOf()).toBe(inDays(30));
  await resumeOrder(shop.ctx, { userId, orderId: open.orderId });
  expect(await untilOf()).toBe(inDays(20));
  await perform(endPreorder, shop.ctx, { actorUserId: clerk }, { sku: skuAt(one) });
  await shop.ctx.catalog.reload();
  await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [one]) });
  expect(await untilOf()).toBeNull();
  await pass(11);
  expect(await refundsOf(order.orderId)).toHaveLength(1);
});

test('after its day it is sold no more, until staff choose another, end it or have its file', async () => {
  const one = await ahead();
  const userId = await shop.createUser();
  const open = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [one]) });
  await pass(11);
  const sell = async () =>
    refusal(
      await placeOrder(shop.ctx, {
        customer,
        shownTotalCents: null,
        idempotencyKey: null,
        userId,
        purchase: buy(shop.ctx, [one]),
      }),
    );
  expect(await sell()).toBe('unavailable');
  // Money that was on its way goes back at once.
  await shop.simulator.pay(open.charge.id);
  await checkCharge(shop.ctx, open.charge.id);
  await refundPreorders(shop.ctx);
  expect(await refundsOf(open.orderId)).toMatchObject([{ reason: 'preorder_over' }]);
  await save(one, inDays(3));
  await shop.ctx.catalog.reload();
  expect(shop.ctx.catalog.current().findSkin(skuAt(one))?.available).toBe(true);
  expect(await perform(endPreorder, shop.ctx, { actorUserId: clerk }, { sku: skuAt(one) })).toMatchObject({
    ok: true,
  });
  expect(await perform(endPreorder, shop.ctx, { actorUserId: clerk }, { sku: skuAt(one) })).toMatchObject({
    reason: 'not_found',
  });
});

test('one whose file came in time is over for good, and is not off sale once that file is broken', async () => {
  const one = await ahead();
  await give(one);
  await pass(11);
  await markBroken(shop.ctx, { actorUserId: clerk, sku: skuAt(one), broken: true });
  await shop.ctx.catalog.reload();
  await pass(1);
  expect(shop.ctx.catalog.current().findSkin(skuAt(one))?.available).toBe(true);
  expect(
    await shop.ctx.db.selectFrom('preorders').selectAll().where('sku', '=', skuAt(one)).execute(),
  ).toEqual([]);
});

/** One whose file is for a person to look at. */
async function withheld(): Promise<{ position: number; order: PaidOrder; fileId: string }> {
  const position = await ahead();
  const order = await paid(position);
  const bytes = forgeZip([{ name: `instalar ${position}.exe`, content: 'MZ' }]);
  const fileId = await storeTestFile(shop, clerk, 'skin.zip', bytes);
  await saveSkinFile(shop.ctx, { actorUserId: clerk, sku: skuAt(position), fileId });
  await shop.ctx.catalog.reload();
  return { position, order, fileId };
}
const isOnSale = (position: number) => shop.ctx.catalog.current().findSkin(skuAt(position))?.available;
const preordersOf = (position: number) =>
  shop.ctx.db.selectFrom('preorders').selectAll().where('sku', '=', skuAt(position)).execute();

test('what came in the last seconds delivers, in place of the money: a file, or a key for who paid first', async () => {
  const [file, key] = [await ahead(), await ahead()];
  const order = await paid(file);
  const first = await paid(key);
  shop.passSeconds(1);
  const second = await paid(key);
  await give(file);
  await perform(addKeys, shop.ctx, { actorUserId: clerk }, { sku: skuAt(key), keys: 'NA-HORA-0001' });
  // The refunds are faster than the release.
  await pass(11);
  expect(await refundsOf(order.orderId)).toEqual([]);
  expect(await refundsOf(first.orderId)).toEqual([]);
  await releaseOrders(shop.ctx);
  expect(await orderOf(order.orderId)).toMatchObject({ status: 'completed' });
  expect(await orderOf(first.orderId)).toMatchObject({ status: 'completed' });
  await pass(0);
  expect(await refundsOf(second.orderId)).toHaveLength(1);
});

test('a file that somebody looks into keeps the money after the day, until it is clean, accepted or refused', async () => {
  const [clean, accepted, refused] = [await withheld(), await withheld(), await withheld()];
  const examine = (verdict: 'clean' | null) =>
    shop.ctx.db
      .updateTable('files')
      .set({ verdict, reasons: '[]', examined_at: verdict && shop.ctx.now() })
      .where('id', '=', clean.fileId)
      .execute();
  await examine(null);
  await pass(11);
  await releaseOrders(shop.ctx);
  for (const { order, position } of [clean, accepted, refused]) {
    expect(await refundsOf(order.orderId)).toEqual([]);
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'pending', due_at: null });
    // It is sold as whatever has a file, and is not over for good.
    expect(isOnSale(position)).toBe(true);
    expect(await preordersOf(position)).toMatchObject([{ is_over: true }]);
  }

  await examine('clean');
  await acceptFile(shop.ctx, { actorUserId: clerk, sku: skuAt(accepted.position), reason: 'É do autor.' });
  await markBroken(shop.ctx, { actorUserId: clerk, sku: skuAt(refused.position), broken: true });
  await pass(0);
  await releaseOrders(shop.ctx);
  for (const { order, position } of [clean, accepted]) {
    expect(await orderOf(order.orderId)).toMatchObject({ status: 'completed' });
    expect(await refundsOf(order.orderId)).toEqual([]);
    expect(await preordersOf(position)).toEqual([]);
  }
  expect(await refundsOf(refused.order.orderId)).toMatchObject([{ reason: 'preorder_over' }]);
  expect(isOnSale(refused.position)).toBe(false);
});

test('what is refused: a day that is over or far away, what is not in the catalogue, what has a file', async () => {
  const position = next++;
  const wrong = {
    ok: false,
    reason: 'invalid',
    fields: { until: expect.stringContaining('a partir de hoje') },
  };
  expect(await save(position, inDays(-1))).toMatchObject(wrong);
  expect(await save(position, inDays(366))).toMatchObject(wrong);
  expect(await save(position, inDays(0))).toMatchObject({ ok: true, sku: skuAt(position), until: inDays(0) });
  expect(
    await perform(savePreorder, shop.ctx, { actorUserId: clerk }, { sku: 'lol:Ninguem:1', until: inDays(1) }),
  ).toMatchObject({ reason: 'unknown_skin' });
  await give(position);
  expect(await save(position, inDays(1))).toMatchObject({ reason: 'has_file' });
  // One that is broken is none.
  await markBroken(shop.ctx, { actorUserId: clerk, sku: skuAt(position), broken: true });
  await shop.ctx.catalog.reload();
  expect(await save(position, inDays(1))).toMatchObject({ ok: true });
});

test('of an open order, what was mailed already is not paid back at once, and what the shop hands out itself is', async () => {
  shop.ctx.settings.automaticWithdrawal = true;
  const give = async (content: { link: string } | { fileId: string }, at = next++) => {
    await saveSkinFile(shop.ctx, { actorUserId: clerk, sku: skuAt(at), auto: true, ...content });
    await shop.ctx.catalog.reload();
    return at;
  };
  const [elsewhere, one] = [await give({ link: link(next) }), await ahead()];
  const stored = await give({ fileId: await storeTestFile(shop, clerk, 'aqui.zip') });
  const ask = ({ userId, orderId }: PaidOrder) => withdrawOrder(shop.ctx, { userId, orderId, reason: '' });
  expect(await ask(await paid(elsewhere, one))).toMatchObject({ state: 'requested' });
  expect(await ask(await paid(one))).toMatchObject({ state: 'refunding' });
  expect(await ask(await paid(stored, one))).toMatchObject({ state: 'refunding' });
  // A patch puts a link in its place for a while, and the rest comes after that.
  const [open, complete] = [await paid(stored, one), await paid(stored, one)];
  shop.passSeconds(60);
  await shop.ctx.db
    .updateTable('skin_files')
    .set({ patched_at: shop.ctx.now() })
    .where('sku', '=', skuAt(stored))
    .execute();
  expect(await ask(open)).toMatchObject({ state: 'requested' });
  shop.passSeconds(60);
  await give({ fileId: await storeTestFile(shop, clerk, 'depois.zip') }, one);
  await releaseOrders(shop.ctx);
  expect(await orderOf(complete.orderId)).toMatchObject({ status: 'completed' });
  expect(await ask(complete)).toMatchObject({ state: 'requested' });
  shop.ctx.settings.automaticWithdrawal = false;
});

test('keys that come for what was sold ahead go to who paid first, and the others wait for more', async () => {
  const [one, other] = [await ahead(), await ahead()];
  const come = async (position: number, keys: string) => {
    await perform(addKeys, shop.ctx, { actorUserId: clerk }, { sku: skuAt(position), keys });
    await shop.ctx.catalog.reload();
  };
  const orders: PaidOrder[] = [];
  for (let n = 0; n < 3; n++) {
    orders.push(await paid(one));
    shop.passSeconds(1);
  }
  const [first, second, third] = orders as [PaidOrder, PaidOrder, PaidOrder];
  const states = async () => Promise.all(orders.map(async ({ orderId }) => (await orderOf(orderId)).status));
  await come(one, 'ANTES-0001');
  await Promise.all([releaseOrders(shop.ctx), releaseOrders(shop.ctx)]);
  expect(await states()).toEqual(['completed', 'pending', 'pending']);
  expect((await listCollection(shop.ctx, { userId: first.userId, cursor: null })).entries).toMatchObject([
    { isKey: true },
  ]);
  // What is sold by keys is delivered by no file.
  await give(one, true);
  await releaseOrders(shop.ctx);
  expect(await states()).toEqual(['completed', 'pending', 'pending']);

  // By hand too.
  await come(one, 'ANTES-0002');
  expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId: second.orderId, links: {} })).toMatchObject(
    {
      ok: true,
    },
  );
  expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId: third.orderId, links: {} })).toMatchObject({
    reason: 'missing_links',
  });
  const hand = next++;
  const mixed = await paid(hand, other);
  await come(other, 'ANTES-0003');
  const links = { [mixed.items[0]!.id]: link(hand) };
  expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId: mixed.orderId, links })).toMatchObject({
    order: { status: 'completed' },
  });
});

test('a dispute keeps the money where the bank decides about it', async () => {
  const one = await ahead();
  const order = await paid(one);
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  const dispute = {
    order_id: order.orderId,
    charge_id: charge.id,
    gateway: 'simulator',
    gateway_dispute_id: `d-${order.orderId}`,
    opened_at: shop.ctx.now(),
    reason: 'fraude',
  };
  await shop.ctx.db
    .insertInto('disputes')
    .values(dispute as never)
    .execute();
  await pass(11);
  expect(await refundsOf(order.orderId)).toEqual([]);
  await shop.ctx.db
    .updateTable('disputes')
    .set({ state: 'won', decided_at: shop.ctx.now() })
    .where('order_id', '=', order.orderId)
    .execute();
  await pass(0);
  expect(await refundsOf(order.orderId)).toHaveLength(1);
});
