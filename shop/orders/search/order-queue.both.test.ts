import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct } from '#shop/products/save-product.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { countWaitingOrders } from './count-waiting-orders.ts';
import type { StaffOrderSearch } from './find-staff-orders.ts';
import { listAllOrders, STAFF_ORDERS_PAGE } from './list-all-orders.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
});
afterAll(() => shop.close());

const inMinutes = (minutes: number) => new Date(shop.ctx.now().getTime() + minutes * 60_000);
const pay = (position = 0) => createPaidOrder(shop, buy(shop.ctx, [position]));
const order = (id: string) =>
  shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const due = (id: string, at: Date | null) =>
  shop.ctx.db.updateTable('orders').set({ due_at: at }).where('id', '=', id).execute();

async function listed(search: StaffOrderSearch): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await listAllOrders(shop.ctx, { ...search, cursor });
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

test('a paid order is due when the promise is over, and both sides read it', async () => {
  const { orderId, userId, links } = await pay();
  const expected = inMinutes(15);
  const [own] = (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries;
  const [staff] = (await listAllOrders(shop.ctx, {})).entries;
  for (const read of [own, staff]) {
    expect(read).toMatchObject({ id: orderId, dueAt: expected, deliveredAt: null });
  }
  shop.passSeconds(60);
  const delivered = shop.ctx.now();
  await sendLinks(shop.ctx, { actorUserId: await createClerk(shop), orderId, links });
  const [after] = (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries;
  expect(after).toMatchObject({ dueAt: expected, deliveredAt: delivered });
});

test('the promise and the staff hours are those of the moment of the payment', async () => {
  const { settings } = shop.ctx;
  const today = new Date(shop.ctx.now().getTime() - 3 * 3_600_000).getUTCDay() || 7;
  const later = ((today + 2) % 7) + 1;
  Object.assign(settings, { promiseMinutes: 30, staffHours: { days: [later], from: '09:00', to: '22:00' } });
  const { orderId } = await pay(1);
  Object.assign(settings, { promiseMinutes: 15, staffHours: null });
  const { due_at: until } = await order(orderId);
  expect(until?.toISOString()).toMatch(/T12:30:00/);
  expect(until!.getTime()).toBeGreaterThan(inMinutes(24 * 60).getTime());
});

test('what a product delivers at payment is on time', async () => {
  const skin = shop.ctx.catalog.current().skins[2]!;
  await createProduct(shop.ctx, {
    actorUserId: await createClerk(shop),
    name: 'Arquivo',
    priceCents: 1500,
    sku: skin.sku,
    downloadUrl: 'https://arquivos.exemplo.com/a.zip',
  });
  const { completed_at: delivered, due_at: until } = await order((await pay(2)).orderId);
  expect(until!.getTime()).toBeGreaterThan(delivered!.getTime());
});

// shows: threat 85
test('the queue begins with the first to be late, through all pages; what has no clock waits for somebody else and stands last', async () => {
  await shop.ctx.db.updateTable('orders').set({ status: 'cancelled' }).execute();
  const ids: string[] = [];
  const userId = await shop.createUser();
  for (let n = 0; n < STAFF_ORDERS_PAGE + 3; n++) {
    shop.passSeconds(1);
    ids.push((await createPaidOrder(shop, buy(shop.ctx, [n + 3]), userId)).orderId);
  }
  const [waits, alsoWaits, ...rest] = ids as [string, string, ...string[]];
  await due(waits, null);
  await due(alsoWaits, null);
  // Two at one moment: neither is lost between two pages.
  for (const id of rest.slice(20, 24)) await due(id, (await order(rest[19]!)).due_at);
  const queue = await listed({ sort: 'due' });
  expect(queue.slice(-2).toSorted()).toEqual([waits, alsoWaits].toSorted());
  expect(queue.toSorted()).toEqual(ids.toSorted());
  expect(queue.slice(0, 19)).toEqual(rest.slice(0, 19));
  expect(await listed({ status: 'pending', sort: 'due' })).toEqual(queue);
  expect(await listed({ status: 'pending' })).toEqual(ids.toReversed());
  expect(await listed({ status: 'completed', sort: 'due' })).toEqual([]);
});

test('late are those that wait past their promise, and no order without one', async () => {
  const waiting = await listed({ sort: 'due' });
  expect(await listed({ late: true })).toEqual([]);
  const [first, second] = waiting as [string, string];
  await due(second, inMinutes(-10));
  await due(first, inMinutes(-1));
  expect(await listed({ late: true })).toEqual([second, first]);
  expect(await listed({ late: true, sort: 'newest' })).toEqual([second, first]);
  expect(await listed({ late: true, q: first.slice(0, 8) })).toEqual([first]);
  expect(await listed({ late: true, status: 'completed' })).toEqual([]);
  expect(await countWaitingOrders(shop.ctx)).toEqual({ pending: waiting.length, late: 2 });
});
