import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { markBroken } from '#shop/delivery/files/mark-broken.ts';
import { runPatch } from '#shop/delivery/patch/run-patch.ts';
import { replaceLink } from '#shop/delivery/replace-link.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { addressGift } from '#shop/gifts/address-gift.ts';
import { claimGift } from '#shop/gifts/claim-gift.ts';
import { cancelOrder } from '#shop/orders/cancel-order.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { placeManualOrder } from '#shop/orders/place-manual-order.ts';
import { tellDueOrders } from '#shop/orders/tell-due-orders.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { savePreorder } from '#shop/preorders/change-preorders.ts';
import { createWebhook } from '#shop/programs/webhooks/change-webhooks.ts';
import { pingWebhook } from '#shop/programs/webhooks/deliveries.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { saveReview } from '#shop/reviews/save-review.ts';
import { changeSettings } from '#shop/settings/change-settings.ts';
import { answerTicket } from '#shop/tickets/answer-ticket.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { perform } from '#test/perform.ts';
import { checkOut, customer, skinsOf } from '#test/purchases.ts';
import { openApp, type OpenApp } from '#test/visitor/open-app.ts';
import { makeStaff } from '#test/make-staff.ts';
import { EVENT_DATA, EVENT_TYPES, type EventType } from './event-data.ts';

let shop: TestContext;
let app: OpenApp;
let key: string;
let actorUserId: string;
let hookId: string;
let buyer: string;

const POISON = 'Peçonha';
const LINK = 'https://segredo-do-arquivo.exemplo.com/a.zip';
/** What stands in orders, accounts and texts, and in no event. */
const PERSONAL = [POISON, 'peconha@', 'segredo-do-arquivo', ...Object.values(customer), 'customer', 'email'];

interface Heard {
  type: EventType;
  timestamp: string;
  data: { order?: { id: string; order_items: object[] } };
}
/** Every event since the last look, oldest first. */
let seen = 0;
async function heard(): Promise<Heard[]> {
  const rows = await shop.ctx.db
    .selectFrom('webhook_deliveries')
    .select('body')
    .orderBy('created_at')
    .execute();
  const news = rows.slice(seen);
  seen = rows.length;
  // Those of one moment have no order.
  shop.passSeconds(1);
  return news.map(({ body }) => JSON.parse(body) as Heard);
}
const typesOf = async () => (await heard()).map(({ type }) => type).toSorted();

beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  app = await openApp(shop);
  const owner = await app.signUp('dona');
  await makeStaff(shop, owner.email);
  const made = await app.ask('/api/admin/api-keys', {
    method: 'POST',
    headers: { cookie: owner.cookie, Origin: app.url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Planilha', scopes: ['orders:read'] }),
  });
  key = ((await made.json()) as { key: string }).key;
  actorUserId = await createClerk(shop);
  buyer = await shop.createUser(POISON);
  await shop.ctx.db
    .updateTable('users')
    .set({ email: 'peconha@exemplo.com' })
    .where('id', '=', buyer)
    .execute();
  const hook = await createWebhook(shop.ctx, {
    actorUserId,
    url: 'https://programa.exemplo.com/',
    events: ['*'],
  });
  if (!hook.ok) throw new Error(hook.reason);
  hookId = hook.id;
});
afterAll(() => shop.close());

let position = 0;
async function place(gift = false, count = 1) {
  const skins = Array.from({ length: count }, () => skinsOf(shop.ctx, position++)[0]!);
  const { sku } = skins[0]!;
  const placed = await checkOut(shop.ctx, {
    userId: buyer,
    purchase: { kind: 'skins', skins },
    ...(gift && { gift: { email: 'peconha@exemplo.com', message: POISON } }),
  });
  return { ...placed, sku, chargeId: placed.charge.id };
}
async function pay({ chargeId }: { chargeId: string }) {
  await shop.simulator.pay(chargeId);
  await checkCharge(shop.ctx, chargeId);
}
/** The next that is placed is sold before its file exists. */
async function sellAhead(sku = skinsOf(shop.ctx, position)[0]!.sku): Promise<void> {
  const until = addDays(dayOf(shop.ctx.now()), 5);
  await perform(savePreorder, shop.ctx, { actorUserId }, { sku, until });
  await shop.ctx.catalog.reload();
}
const itemOf = async (orderId: string) =>
  (
    await shop.ctx.db
      .selectFrom('owed_items')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).id;
const sendIt = async (orderId: string) =>
  sendLinks(shop.ctx, { actorUserId, orderId, links: { [await itemOf(orderId)]: LINK } });

/** A program that reads the order now finds in it what the event said. */
async function expectPart({ type, data: { order } }: Heard): Promise<void> {
  const answer = await app.ask(`/api/v1/orders/${order?.id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await answer.json(), type).toMatchObject(order ?? {});
}

async function expectEvents(...types: EventType[]): Promise<Heard[]> {
  const news = await heard();
  expect(news.map(({ type }) => type)).toEqual(types);
  for (const one of news) {
    expect(one.timestamp).toBe(new Date(shop.ctx.now().getTime() - 1000).toISOString());
    expect(z.strictObject(EVENT_DATA[one.type].shape).parse(one.data), one.type).toEqual(one.data);
  }
  const last = news.at(-1);
  if (last?.data.order) await expectPart(last);
  return news;
}

test('every event of the contract happens with the change that makes it so, and says a part of the order', async () => {
  const order = await place();
  await expectEvents('order.created');
  await pay(order);
  await expectEvents('order.paid');
  shop.passSeconds(9 * 60);
  await tellDueOrders(shop.ctx);
  expect(await heard()).toEqual([]);
  shop.passSeconds(60);
  await tellDueOrders(shop.ctx);
  await expectEvents('order.due_soon');
  shop.passSeconds(5 * 60);
  await tellDueOrders(shop.ctx);
  await expectEvents('order.late');
  shop.passSeconds(5 * 60);
  await tellDueOrders(shop.ctx);
  expect(await heard()).toEqual([]);
  await sendIt(order.orderId);
  expect(await typesOf()).toEqual(['order.delivered', 'skin_file.updated']);
  const replaced = { orderId: order.orderId, itemId: await itemOf(order.orderId), onlyThisOrder: true };
  await replaceLink(shop.ctx, { actorUserId, ...replaced, link: `${LINK}?2` });
  await expectEvents('item.replaced');

  await saveReview(shop.ctx, { userId: buyer, sku: order.sku, stars: 4, text: POISON } as never);
  await expectEvents('review.created');
  await saveReview(shop.ctx, { userId: buyer, sku: order.sku, stars: 5, text: POISON } as never);
  expect(await heard()).toEqual([]);

  await shop.ctx.simulator?.dispute(order.chargeId, 'open');
  await checkCharge(shop.ctx, order.chargeId, { evenIfPaid: true });
  await expectEvents('order.disputed');
  await shop.ctx.simulator?.dispute(order.chargeId, 'won');
  await checkCharge(shop.ctx, order.chargeId, { evenIfPaid: true });
  await expectEvents('order.dispute_closed');
});

test('what its buyer owns already is paid without a due date', async () => {
  const [skin] = skinsOf(shop.ctx, position++);
  const buyIt = () => checkOut(shop.ctx, { userId: buyer, purchase: { kind: 'skins', skins: [skin!] } });
  const first = await buyIt();
  await shop.ctx.db
    .updateTable('orders')
    .set({ fingerprint: 'other' })
    .where('id', '=', first.orderId)
    .execute();
  const second = await buyIt();
  expect(second.orderId).not.toBe(first.orderId);
  await pay({ chargeId: first.charge.id });
  await heard();
  await pay({ chargeId: second.charge.id });
  const [paid] = await heard();
  expect(paid).toMatchObject({ type: 'order.paid', data: { order: { due_at: null } } });
  await shop.settled();
  await heard();
});

test('what ends an order, and what is entered by hand', async () => {
  const unpaid = await place();
  await heard();
  await cancelOrder(shop.ctx, { actorUserId, orderId: unpaid.orderId, reason: POISON } as never);
  await expectEvents('order.cancelled');
  const paid = await place();
  await pay(paid);
  await sendIt(paid.orderId);
  await heard();
  const item = await itemOf(paid.orderId);
  await requestRefund(shop.ctx, {
    actorUserId,
    orderId: paid.orderId,
    note: POISON,
    requestKey: null,
    itemIds: [item],
  });
  await shop.settled();
  await expectEvents('order.refunded');
  const sku = skinsOf(shop.ctx, position++)[0]!.sku;
  const entered = { email: 'peconha@exemplo.com', skins: [sku], reason: `${POISON} pagou em dinheiro` };
  await placeManualOrder(shop.ctx, { actorUserId, ...entered } as never);
  expect(await typesOf()).toEqual(['order.created', 'order.paid']);
});

test('an order whose last open item is refunded is delivered by what was sent before', async () => {
  await sellAhead(skinsOf(shop.ctx, position + 1)[0]!.sku);
  const order = await place(false, 2);
  await pay(order);
  await sendIt(order.orderId);
  await heard();
  const { id: ahead } = await shop.ctx.db
    .selectFrom('owed_items')
    .select('id')
    .where('order_id', '=', order.orderId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  await requestRefund(shop.ctx, {
    actorUserId,
    orderId: order.orderId,
    note: POISON,
    requestKey: null,
    itemIds: [ahead],
  });
  await shop.settled();
  expect(await typesOf()).toEqual(['order.delivered', 'order.refunded']);
});

test('an order that waits for a file is paid without a due date', async () => {
  await sellAhead();
  const ahead = await place();
  await heard();
  await pay(ahead);
  const [paid] = await expectEvents('order.paid');
  expect(paid?.data.order).toMatchObject({ status: 'pending', due_at: null });

  const { sku } = skinsOf(shop.ctx, position)[0]!;
  await saveSkinFile(shop.ctx, { actorUserId, sku, link: LINK });
  await runPatch(shop.ctx, { actorUserId, scope: { skins: [sku] }, state: 'updating', notify: false });
  const updating = await place();
  await heard();
  await pay(updating);
  const [later] = await expectEvents('order.paid');
  expect(later?.data.order).toMatchObject({ status: 'pending', due_at: null });
  await runPatch(shop.ctx, { actorUserId, scope: { skins: [sku] }, state: 'ready', notify: false });
  await heard();
});

test('a paid order that is cancelled owes nothing in its event', async () => {
  const order = await place();
  await pay(order);
  await heard();
  await cancelOrder(shop.ctx, { actorUserId, orderId: order.orderId, reason: POISON } as never);
  await shop.settled();
  const news = await heard();
  expect(news.map(({ type }) => type).toSorted()).toEqual(['order.cancelled', 'order.refunded']);
  for (const { data } of news) expect(data.order?.order_items).toMatchObject([{ state: 'revoked' }]);
});

test('what is paid after its account was deleted is told to programs alone', async () => {
  const order = await place();
  await shop.ctx.db.updateTable('orders').set({ user_id: null }).where('id', '=', order.orderId).execute();
  await heard();
  await pay(order);
  await expectEvents('order.paid');
  const jobs = (await shop.jobs()).map((job) => JSON.stringify(job));
  expect(jobs.filter((job) => job.includes(order.orderId))).toEqual([]);
});

test('a gift that is opened', async () => {
  const gift = await place(true);
  await pay(gift);
  await heard();
  const row = await shop.ctx.db
    .selectFrom('gifts')
    .selectAll()
    .where('order_id', '=', gift.orderId)
    .executeTakeFirstOrThrow();
  const address = await addressGift(shop.ctx, row as never);
  const token = address?.split('/').at(-1) ?? '';
  const friend = await shop.createUser(POISON);
  expect(await claimGift(shop.ctx, { userId: friend, token } as never)).toMatchObject({ ok: true });
  await expectEvents('gift.claimed');
});

test('threads, files, patch day, settings and a ping', async () => {
  const opened = await openTicket(shop.ctx, {
    userId: buyer,
    subject: POISON,
    text: `${POISON} não abre`,
  } as never);
  if (!opened.ok) throw new Error(opened.reason);
  await expectEvents('ticket.opened');
  await answerTicket(shop.ctx, { actorUserId, ticketId: opened.id, text: `Oi, ${POISON}` } as never);
  await expectEvents('ticket.answered');
  const sku = skinsOf(shop.ctx, 30)[0]!.sku;
  await saveSkinFile(shop.ctx, { actorUserId, sku, link: LINK });
  await expectEvents('skin_file.updated');
  await markBroken(shop.ctx, { actorUserId, sku, broken: true });
  await expectEvents('skin_file.broken');
  await markBroken(shop.ctx, { actorUserId, sku, broken: true });
  await markBroken(shop.ctx, { actorUserId, sku, broken: false });
  expect(await heard()).toEqual([]);
  await runPatch(shop.ctx, { actorUserId, scope: { skins: [sku] }, state: 'updating', notify: false });
  await expectEvents('patch.opened');
  await runPatch(shop.ctx, { actorUserId, scope: { skins: [sku] }, state: 'ready', notify: false });
  await expectEvents('patch.closed');
  await changeSettings(shop.ctx, { actorUserId, entries: { social_url: 'https://exemplo.com/peconha@' } });
  await expectEvents('settings.changed');
  await pingWebhook(shop.ctx, { actorUserId, hookId });
  await expectEvents('ping');
});

test('a dispute that is lost is told when its skins are taken', async () => {
  const order = await place();
  await pay(order);
  await sendIt(order.orderId);
  for (const [step, type] of [
    ['open', 'order.disputed'],
    ['lost', 'order.dispute_closed'],
  ] as const) {
    await heard();
    await shop.ctx.simulator?.dispute(order.chargeId, step);
    await checkCharge(shop.ctx, order.chargeId, { evenIfPaid: true });
    const [told] = await expectEvents(type);
    expect(told?.data.order?.order_items).toMatchObject([
      { state: step === 'open' ? 'delivered' : 'revoked' },
    ]);
  }
});

test('no body of any event holds a name, an address, a document, a link or a text of a person', async () => {
  const bodies = await shop.ctx.db.selectFrom('webhook_deliveries').select(['type', 'body']).execute();
  const types = new Set(bodies.map(({ type }) => type));
  expect(EVENT_TYPES.filter((type) => !types.has(type))).toEqual([]);
  for (const { body } of bodies)
    expect(
      PERSONAL.filter((word) => body.includes(word)),
      body,
    ).toEqual([]);
});
