import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentStaffOrder } from '#app/endpoints/api/present-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, customer } from '#test/purchases.ts';
import { countOrders } from './count-orders.ts';
import type { StaffOrderSearch } from './find-staff-orders.ts';
import { countOpenOrders, listAllOrders, STAFF_ORDERS_PAGE } from './list-all-orders.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';

let shop: TestContext;
let unpaid: string;
let held: string;
let refunded: string;
const paid: string[] = [];

beforeAll(async () => {
  shop = await createTestContext();
  const { db } = shop.ctx;
  const named = async (orderId: string, customer_name: string, customer_email: string) =>
    db.updateTable('orders').set({ customer_name, customer_email }).where('id', '=', orderId).execute();
  for (let n = 0; n < STAFF_ORDERS_PAGE + 5; n++) {
    paid.unshift((await createPaidOrder(shop, buy(shop.ctx, [n % 4]))).orderId);
  }
  await named(paid[0]!, 'João Conceição', 'joao@exemplo.com');
  await named(paid[1]!, '100% Ana_Lima\\', 'ana+skins@exemplo.com');
  const purchase = buy(shop.ctx, [5]);
  unpaid = (await checkOut(shop.ctx, { userId: await shop.createUser(), purchase })).orderId;
  const short = await checkOut(shop.ctx, { userId: await shop.createUser(), purchase });
  held = short.orderId;
  await db.updateTable('orders').set({ attention: 'amount_mismatch' }).where('id', '=', held).execute();
  await db
    .updateTable('charges')
    .set({ status: 'held', paid_amount_cents: 100 })
    .where('id', '=', short.charge.id)
    .execute();
  refunded = paid[2]!;
  const charge = await db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', refunded)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('refunds')
    .values({
      charge_id: charge.id,
      order_id: refunded,
      amount_cents: 1500,
      reason: 'paid_twice',
      created_at: shop.ctx.now(),
    })
    .execute();
});
afterAll(() => shop.close());

const ids = async (search: StaffOrderSearch) =>
  (await listAllOrders(shop.ctx, search)).entries.map((order) => order.id);

// shows: spec 2.61, spec 7.5
test('pages are newest first, without gap or repetition, and leave unpaid orders out', async () => {
  const first = await listAllOrders(shop.ctx, {});
  const second = await listAllOrders(shop.ctx, { cursor: first.nextCursor });
  expect(first.entries).toHaveLength(STAFF_ORDERS_PAGE);
  expect([...first.entries, ...second.entries].map((order) => order.id)).toEqual(paid);
  expect(second.nextCursor).toBeNull();
  expect(await ids({ cursor: "1' or 1=1" })).toEqual(await ids({}));
});

test('unpaid orders show under their own filter only', async () => {
  expect((await ids({ status: 'awaiting_payment' })).toSorted()).toEqual([unpaid, held].toSorted());
  expect(await ids({ status: 'completed' })).toEqual([]);
});

// shows: spec 3.8, spec 3.9, spec 3.10
test('an order carries its items and the names of the contract, and no tax id', async () => {
  const [order] = (await listAllOrders(shop.ctx, { q: paid[0]! })).entries;
  const presented = presentStaffOrder(order!);
  expect(presented).toMatchObject({
    id: paid[0],
    status: 'pending',
    total_amount: 15,
    payment_method: 'pix',
    refunds_due: [],
    held_charges: [],
    order_items: [{ order_id: paid[0], download_link: null }],
  });
  expect(Object.keys(presented.order_items[0]!).toSorted()).toEqual(
    [
      'champion_id',
      'champion_name',
      'download_link',
      'id',
      // Beside the specification's names: whether its money stays, which says if it needs a link.
      'kept',
      // Which key it sold, as far as staff see it.
      'key_last_four',
      'order_id',
      'paid',
      'price',
      'skin_name',
      'skin_num',
      'sku',
      'splash_art_url',
    ].toSorted(),
  );
  expect(JSON.stringify(order)).not.toContain('tax_id');
});

test('money that needs a decision is found in one place, unpaid orders included', async () => {
  const { entries: orders } = await listAllOrders(shop.ctx, { attention: true });
  expect(orders.map((order) => order.id)).toEqual([held, refunded]);
  expect(orders[0]).toMatchObject({
    attention: 'amount_mismatch',
    heldCharges: [{ amountCents: 1500, paidCents: 100 }],
  });
  expect(orders[1]).toMatchObject({ refundsDue: [{ amountCents: 1500, reason: 'paid_twice' }] });
  expect(await countOpenOrders(shop.ctx)).toEqual({ pending: paid.length, late: 0, attention: 2 });
});

test('search finds by the start of the id, the e-mail or the name, whatever the case or accent', async () => {
  const start = paid[3]!.slice(0, 8);
  for (const q of [start, start.toUpperCase(), `#${start}`, ` Pedido #${start} `]) {
    expect(await ids({ q })).toEqual([paid[3]]);
  }
  for (const q of ['joao con', 'JOÃO', 'CONCEIÇÃO', 'conceicao joao', 'joao@EXEMPLO', '<joao@exemplo.com>'])
    expect(await ids({ q }), q).toEqual([paid[0]]);
  for (const q of ['joa conceicao', 'joao ana', 'oao', 'exemplo.com'])
    expect(await ids({ q }), q).toEqual([]);
  expect(await ids({ q: 'skins' })).toEqual([paid[1]]);
  expect(await ids({ q: customer.email })).toHaveLength(STAFF_ORDERS_PAGE);
  expect(await ids({ q: '@exemplo' })).toHaveLength(STAFF_ORDERS_PAGE);
});

test('a search is paged too, within its filter', async () => {
  const first = await listAllOrders(shop.ctx, { q: '@exemplo' });
  const second = await listAllOrders(shop.ctx, { q: '@exemplo', cursor: first.nextCursor });
  expect([...first.entries, ...second.entries].map((order) => order.id)).toEqual(paid);
  expect(await ids({ q: '@exemplo', status: 'completed' })).toEqual([]);
  expect(await ids({ q: held.slice(0, 8), attention: true })).toEqual([held]);
  expect(await ids({ q: 'joao', attention: true })).toEqual([]);
});

// shows: threat 40
test('marks in a search part words, and never reach the database as more than letters', async () => {
  expect(await ids({ q: '100% ana_lima\\' })).toEqual([paid[1]]);
  for (const q of [
    '%',
    '_',
    '\\',
    '%%',
    "'; drop table orders; --",
    "ana' | 'maria",
    'ana:* | joao',
    '@',
    "'@'",
    "@a'b\\",
  ]) {
    expect(await ids({ q }), q).toEqual([]);
  }
  expect(await ids({ q: 'x'.repeat(100_000) })).toEqual([]);
});

test('an operator sees how many orders stand where, and what is awaited', async () => {
  expect(await countOrders(shop.ctx)).toEqual({
    orders: [
      { status: 'awaiting_payment', count: 2 },
      { status: 'pending', count: paid.length },
    ],
    openCharges: 1,
    unprocessedWebhooks: 0,
  });
});

test('buyers see their own orders only, newest first, from a place on', async () => {
  const userId = await shop.createUser();
  const list = async (cursor: string | null) => {
    const { entries: orders, nextCursor } = await listOwnOrders(shop.ctx, { userId, cursor });
    return { ids: orders.map(({ id }) => id), nextCursor };
  };
  expect(await list(null)).toEqual({ ids: [], nextCursor: null });
  await shop.ctx.db.updateTable('orders').set({ user_id: userId }).where('id', 'in', paid).execute();
  expect(await list(null)).toEqual({ ids: paid, nextCursor: null });
  const { nextCursor } = await listAllOrders(shop.ctx, {});
  expect(await list(nextCursor)).toEqual({ ids: paid.slice(STAFF_ORDERS_PAGE), nextCursor: null });
});
