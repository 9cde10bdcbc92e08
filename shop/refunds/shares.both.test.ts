import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDownload } from '#shop/collection/find-download.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { acceptHeldPayment } from '#shop/payments/money/accept-held-payment.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { closeRefund } from './close-refund.ts';
import { requestRefund } from './request-refund.ts';
import { sendDueRefund } from './send-due-refund.ts';
import { writeShares } from './write-shares.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const note = 'Combinado com o cliente.';
const itemsOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('owed_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
const refundsOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'reason'])
    .where('order_id', '=', orderId)
    .execute();
const deliver = (order: Pick<PaidOrder, 'orderId' | 'links'>) =>
  sendLinks(shop.ctx, { actorUserId: clerk, ...order });
const collectionOf = async (userId: string) =>
  (await listCollection(shop.ctx, { userId, cursor: null })).entries;
async function refundWhole(orderId: string) {
  const asked = await requestRefund(shop.ctx, { actorUserId: clerk, orderId, note, requestKey: null });
  if (!asked.ok) throw new Error(asked.reason);
  await shop.settled();
}
const linksShown = async (userId: string, orderId: string) => {
  const { entries: orders } = await listOwnOrders(shop.ctx, { userId, cursor: null });
  return orders.find(({ id }) => id === orderId)?.items.map((item) => item.downloadLink);
};

/** Both orders are open before either is paid; the second holds a skin of the first. */
async function doubled(first: number, second: number, cents?: number) {
  const userId = await shop.createUser();
  const cart = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [first, second]) });
  const single = await createPaidOrder(shop, buy(shop.ctx, [first]), userId);
  await shop.simulator.pay(cart.charge.id, cents);
  await checkCharge(shop.ctx, cart.charge.id);
  const items = await itemsOf(cart.orderId);
  const links = Object.fromEntries(items.map(({ id }) => [id, `https://exemplo.com/${id}.zip`]));
  return { userId, single, cart: { ...cart, items, links } };
}

// shows: threat 57, purchase 16
test('too little for an owned and a new skin: the new one is delivered, and the owned one’s share is owed', async () => {
  const { userId, cart } = await doubled(0, 1, 1401);
  expect(await acceptHeldPayment(shop.ctx, { actorUserId: clerk, chargeId: cart.charge.id })).toEqual({
    ok: true,
  });
  expect(await refundsOf(cart.orderId)).toMatchObject([{ amount_cents: 701, reason: 'already_owned' }]);
  expect(await itemsOf(cart.orderId)).toMatchObject([
    { paid_cents: 701, kept: false },
    { paid_cents: 700, kept: true },
  ]);
  expect(
    await deliver({ orderId: cart.orderId, links: { [cart.items[1]!.id]: 'https://exemplo.com/b' } }),
  ).toEqual({
    ok: true,
    order: { id: cart.orderId, status: 'completed' },
  });
  expect(await linksShown(userId, cart.orderId)).toEqual([null, 'https://exemplo.com/b']);
  expect(await collectionOf(userId)).toHaveLength(2);
});

test('too much for an owned skin: the surplus and the price are owed, together what came in', async () => {
  const userId = await shop.createUser();
  const cart = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [2]) });
  const other = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [2, 3]) });
  await shop.simulator.pay(other.charge.id);
  await checkCharge(shop.ctx, other.charge.id);
  await shop.simulator.pay(cart.charge.id, 2000);
  await checkCharge(shop.ctx, cart.charge.id);
  expect(await refundsOf(cart.orderId)).toMatchObject([
    { amount_cents: 500, reason: 'overpaid' },
    { amount_cents: 1500, reason: 'already_owned' },
  ]);
  expect(await deliver({ orderId: cart.orderId, links: {} })).toEqual({
    ok: false,
    reason: 'being_refunded',
  });
});

// shows: threat 62, purchase 18
test('a skin that is in two orders stays with the order that paid for it, and goes when that money does', async () => {
  const { userId, single, cart } = await doubled(4, 5);
  await deliver(single);
  expect(await deliver(cart)).toEqual({ ok: true, order: { id: cart.orderId, status: 'completed' } });
  const entries = await collectionOf(userId);
  const [owned] = entries.filter(({ sku }) => sku === single.items[0]?.sku);
  expect(owned).toMatchObject({
    orderId: single.orderId,
    downloadLink: single.links[single.items[0]!.id],
  });
  await refundWhole(single.orderId);
  expect((await collectionOf(userId)).map(({ orderId }) => orderId)).toEqual([cart.orderId]);
  expect(await linksShown(userId, single.orderId)).toEqual([null]);
  expect(await linksShown(userId, cart.orderId)).toEqual([null, cart.links[cart.items[1]!.id]]);
});

test('of two skins in two orders each stays with its own money: one refund does not take the other’s', async () => {
  const { userId, single, cart } = await doubled(8, 9);
  await deliver(single);
  await deliver(cart);
  const [owed] = await refundsOf(cart.orderId);
  await sendDueRefund(shop.ctx, { actorUserId: clerk, refundId: owed!.id });
  await shop.settled();
  expect(await collectionOf(userId)).toHaveLength(2);
  await refundWhole(cart.orderId);
  const [entry, ...more] = await collectionOf(userId);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ orderId: single.orderId, downloadLink: Object.values(single.links)[0] });
});

test('the price of an owned skin that staff decide to keep makes its order one that has paid for it', async () => {
  const { userId, single, cart } = await doubled(10, 11);
  await deliver(single);
  const [owed] = await refundsOf(cart.orderId);
  const dismissed = { actorUserId: clerk, refundId: owed!.id, as: 'dismissed' as const, note };
  expect(await closeRefund(shop.ctx, dismissed)).toEqual({ ok: true });
  const one = { [cart.items[1]!.id]: 'https://exemplo.com/b' };
  expect(await deliver({ orderId: cart.orderId, links: one })).toEqual({
    ok: false,
    reason: 'missing_links',
    fields: { [cart.items[0]!.id]: 'Informe o link.' },
  });
  await deliver(cart);
  await refundWhole(single.orderId);
  expect((await collectionOf(userId)).map(({ orderId }) => orderId)).toEqual([cart.orderId, cart.orderId]);
});

test('the price of an owned skin that staff decide to keep brings no skin back whose own money has gone', async () => {
  const { userId, single, cart } = await doubled(15, 16);
  const [owned, given] = cart.items;
  await deliver({ orderId: cart.orderId, links: { [given!.id]: 'https://exemplo.com/b' } });
  const itemIds = [given!.id];
  const asked = { actorUserId: clerk, orderId: cart.orderId, itemIds, note, requestKey: null };
  expect(await requestRefund(shop.ctx, asked)).toMatchObject({ ok: true });
  await shop.settled();
  const owed = (await refundsOf(cart.orderId)).find(({ reason }) => reason === 'already_owned');
  await closeRefund(shop.ctx, { actorUserId: clerk, refundId: owed!.id, as: 'dismissed', note });
  expect((await itemsOf(cart.orderId)).map(({ id, kept }) => [id, kept])).toEqual([
    [owned!.id, true],
    [given!.id, false],
  ]);
  expect(await linksShown(userId, cart.orderId)).toEqual([null, null]);
  expect((await collectionOf(userId)).map(({ orderId }) => orderId)).toEqual([single.orderId]);
});

// shows: threat 62, purchase 23
test('a link is shown once the order is complete, and by no way once its money went back', async () => {
  const paid = await createPaidOrder(shop, buy(shop.ctx, [12]));
  const { userId, orderId } = paid;
  const link = paid.links[paid.items[0]!.id]!;
  const entryId = (await collectionOf(userId))[0]!.id;
  const linkToDownload = async (owner: { userId: string; entryId: string }) => {
    const found = await findDownload(shop.ctx, owner);
    return found && 'link' in found ? found.link : found;
  };
  const everywhere = async () => [
    ...((await linksShown(userId, orderId)) ?? []),
    ...(await collectionOf(userId)).map((entry) => entry.downloadLink),
    await linkToDownload({ userId, entryId }),
    ...((await readOrder(shop.ctx, orderId))?.items.map((item) => item.downloadLink) ?? []),
  ];
  // As a linked product does in an order whose other skins wait for staff.
  await shop.ctx.db
    .updateTable('grants')
    .set({ link, state: 'ready', waits_for: null })
    .where('order_id', '=', orderId)
    .execute();
  expect(await everywhere()).toEqual([null, null, null, null]);
  await deliver(paid);
  expect(await everywhere()).toEqual([link, link, link, link]);
  await refundWhole(orderId);
  expect(await everywhere()).toEqual([null, null, null]);
});

test('shares are written where they differ from the price, and nothing where they do not', async () => {
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [13, 14]));
  const items = await itemsOf(orderId);
  const write = async (cents: number) => {
    const shares = await shop.ctx.transaction((tx) => writeShares(tx, items, cents));
    return { shares, written: (await itemsOf(orderId)).map((item) => item.paid_cents) };
  };
  expect(await write(3000)).toEqual({ shares: [1500, 1500], written: [null, null] });
  expect(await write(1401)).toEqual({ shares: [701, 700], written: [701, 700] });
  expect(await shop.ctx.transaction((tx) => writeShares(tx, [], 5))).toEqual([]);
});
