import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealText } from '#shop/secrets/seal-text.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, customer, skinsOf } from '#test/purchases.ts';
import { digestTaxIds } from './digest-tax-ids.ts';
import type { StaffOrderSearch } from './find-staff-orders.ts';
import { DELETED_ACCOUNT, forgetCustomers } from '#shop/orders/forget-customers.ts';
import { listAllOrders } from './list-all-orders.ts';
import { placeOrder } from '#shop/orders/place-order.ts';

let shop: TestContext;
let first: string;
let second: string;
let third: string;
beforeAll(async () => {
  shop = await createTestContext();
  first = (await createPaidOrder(shop, buy(shop.ctx, [0]))).orderId;
  second = (await createPaidOrder(shop, buy(shop.ctx, [0, 1]))).orderId;
  third = (await createPaidOrder(shop, buy(shop.ctx, [2]))).orderId;
});
afterAll(() => shop.close());

async function found(search: StaffOrderSearch): Promise<string[]> {
  return (await listAllOrders(shop.ctx, search)).entries.map(({ id }) => id);
}
async function placed(id: string, at: string): Promise<void> {
  const { db } = shop.ctx;
  const [created_at, placed_at] = [new Date(at), new Date(at)];
  await db.updateTable('orders').set({ created_at }).where('id', '=', id).execute();
  await db.updateTable('order_items').set({ placed_at }).where('order_id', '=', id).execute();
}
const skin = (position: number) => skinsOf(shop.ctx, position)[0]!.sku;

test('days are those of São Paulo, and both ends belong to the span', async () => {
  await placed(first, '2026-03-10T02:59:59.999Z');
  await placed(second, '2026-03-10T03:00:00Z');
  await placed(third, '2026-03-11T02:59:59.999Z');
  expect(await found({ from: '2026-03-10', to: '2026-03-10' })).toEqual([third, second]);
  expect(await found({ to: '2026-03-09' })).toEqual([first]);
  expect(await found({ from: '2026-03-11' })).toEqual([]);
  expect(await found({ from: '2026-03-10', to: '2026-03-10', sort: 'due' })).toHaveLength(2);
  expect(await found({ from: '2026-03-11', to: '2026-03-09' })).toEqual([]);
});

test('a skin finds the orders that have it, together with every other filter', async () => {
  expect(await found({ skin: skin(0) })).toEqual([second, first]);
  expect(await found({ skin: skin(1) })).toEqual([second]);
  expect(await found({ skin: 'lol:Ninguem:1' })).toEqual([]);
  expect(await found({ skin: skin(0), to: '2026-03-09' })).toEqual([first]);
  expect(await found({ skin: skin(0), q: second.slice(0, 8) })).toEqual([second]);
  expect(await found({ skin: skin(0), sort: 'due' })).toHaveLength(2);
  expect(await found({ skin: skin(0), status: 'completed' })).toEqual([]);
});

test('a tax id finds its orders however it is written, and no other', async () => {
  const placed = await placeOrder(shop.ctx, {
    userId: await shop.createUser(),
    customer: { ...customer, taxId: '11144477735' },
    purchase: buy(shop.ctx, [3]),
    shownTotalCents: null,
    idempotencyKey: null,
  });
  if (!placed.ok) throw new Error(placed.reason);
  const status = 'awaiting_payment';
  for (const cpf of ['11144477735', '111.444.777-35', ' 111 444 777 35 '])
    expect(await found({ cpf, status })).toEqual([placed.order.id]);
  expect(await found({ cpf: '52998224725' })).toEqual([third, second, first]);
  expect(await found({ cpf: '52998224725', skin: skin(1), sort: 'due' })).toEqual([second]);
  expect(await found({ cpf: '1114447773' })).toEqual([]);
  expect(await found({ cpf: '--' })).toEqual([]);
  expect(JSON.stringify(await listAllOrders(shop.ctx, { status }))).not.toMatch(/digest|11144477735/);
});

test('orders of an earlier release get their digest; what no secret opens is tried once', async () => {
  const old = (await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [4]) }))
    .orderId;
  const broken = (await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [5]) }))
    .orderId;
  const { db } = shop.ctx;
  await db
    .updateTable('orders')
    .set({ customer_tax_id_digest: null })
    .where('id', 'in', [old, broken])
    .execute();
  await db
    .updateTable('orders')
    .set({ customer_tax_id_sealed: sealText(Buffer.alloc(32, 1), customer.taxId) })
    .where('id', '=', broken)
    .execute();
  const unpaid = async () => found({ cpf: customer.taxId, status: 'awaiting_payment' });
  expect(await unpaid()).toEqual([]);
  expect(await digestTaxIds(shop.ctx)).toBe(2);
  expect(await unpaid()).toEqual([old]);
  expect(await digestTaxIds(shop.ctx)).toBe(0);
});

test('whoever is forgotten is not found by their number, nor written again', async () => {
  await shop.ctx.transaction((tx) => forgetCustomers(tx, [first], DELETED_ACCOUNT));
  expect(await found({ cpf: customer.taxId })).toEqual([third, second]);
  expect(await digestTaxIds(shop.ctx)).toBe(0);
});

test('the orders of a skin come in pages, newest first', async () => {
  const orders: string[] = [];
  for (let n = 0; n < 27; n++) {
    const { orderId } = await createPaidOrder(shop, buy(shop.ctx, n % 3 === 0 ? [6, 7] : [6]));
    await placed(orderId, new Date(Date.UTC(2026, 3, 1, 12, n % 7)).toISOString());
    orders.push(orderId);
  }
  const { db } = shop.ctx;
  const everything = async (search: StaffOrderSearch) => {
    const pages = [await listAllOrders(shop.ctx, { ...search, skin: skin(6) })];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
      pages.push(await listAllOrders(shop.ctx, { ...search, skin: skin(6), cursor }));
    return pages.flatMap(({ entries }) => entries.map(({ id }) => id));
  };
  const searches = [
    {},
    { q: customer.name },
    { to: '2026-04-01', from: '2026-03-20' },
    { status: 'pending' },
  ] as const;
  const newestFirst = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', orders)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const wanted = newestFirst.map(({ id }) => id);
  for (const search of searches) expect(await everything(search), JSON.stringify(search)).toEqual(wanted);
  expect(await found({ skin: skin(7), from: '2026-04-01', to: '2026-04-01' })).toHaveLength(9);
  expect(await found({ skin: skin(6), status: 'completed' })).toEqual([]);
});
