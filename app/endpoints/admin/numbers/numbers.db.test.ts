import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { placeManualOrder } from '#shop/orders/place-manual-order.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { requestApi } from '#test/visitor/call-api.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

const read = (query = '', userId: string | null = owner) =>
  requestApi(shop.ctx, userId, `GET /api/admin/numbers${query}`);

test('a shop without orders answers zeros, and null where there is nothing to divide by', async () => {
  const today = dayOf(shop.ctx.now());
  expect(await (await read()).json()).toEqual({
    orders: 0,
    paid: 0,
    revenue: 0,
    refunded: 0,
    manual: { orders: 0, revenue: 0 },
    created_to_paid: { rate: null, seconds_p50: null },
    minutes_to_delivery: { p50: null, p95: null, on_time: null },
    top_skins: [],
    top_champions: [],
    by_day: [{ day: today, orders: 0, revenue: 0 }],
    coupons: [],
  });
});

test('today in the words of the contract: reais, rates from 0 to 1, what sold most first', async () => {
  shop.stopClock();
  const [first, , third] = shop.ctx.catalog.current().skins;
  await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [5]) });
  const late = await createPaidOrder(shop, buy(shop.ctx, [0, 2]));
  const quick = await createPaidOrder(shop, buy(shop.ctx, [0]));
  shop.passSeconds(600);
  await sendLinks(shop.ctx, { actorUserId: owner, orderId: quick.orderId, links: quick.links });
  shop.passSeconds(1200);
  await sendLinks(shop.ctx, { actorUserId: owner, orderId: late.orderId, links: late.links });
  const back = { actorUserId: owner, orderId: late.orderId, note: 'Combinado.', requestKey: null };
  expect((await requestRefund(shop.ctx, { ...back, amountCents: 450 })).ok).toBe(true);
  await shop.settled();
  await shop.work();

  // The clock may pass midnight meanwhile.
  const to = dayOf(shop.ctx.now());
  const from = dayOf(new Date(shop.ctx.now().getTime() - 1800 * 1000));
  const days = [...new Set([from, to])];
  const answer = await read(`?from=${from}&to=${to}`);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const { by_day, created_to_paid, ...numbers } = (await answer.json()) as Record<string, unknown> & {
    by_day: { day: string; orders: number; revenue: number }[];
    created_to_paid: { rate: number; seconds_p50: number };
  };
  expect(numbers).toEqual({
    orders: 3,
    paid: 2,
    revenue: 45,
    refunded: 4.5,
    manual: { orders: 0, revenue: 0 },
    minutes_to_delivery: { p50: 20, p95: 29, on_time: 0.5 },
    top_skins: [
      {
        champion_id: first?.championId,
        champion_name: first?.championName,
        skin_num: first?.num,
        sku: `lol:${first?.championId}:${first?.num}`,
        skin_name: first?.name,
        sold: 2,
        revenue: 30,
      },
      expect.objectContaining({ champion_id: third?.championId, skin_num: third?.num, sold: 1, revenue: 15 }),
    ],
    top_champions: expect.arrayContaining([expect.objectContaining({ champion_id: first?.championId })]),
    coupons: [],
  });
  const judge = async (minutes: number | null) => {
    const due = minutes === null ? null : sql<Date>`paid_at + make_interval(mins => ${minutes})`;
    await shop.ctx.db.updateTable('orders').set({ due_at: due }).where('paid_at', 'is not', null).execute();
    const judged = (await (await read(`?from=${from}&to=${to}`)).json()) as Record<string, object>;
    return judged.minutes_to_delivery;
  };
  // By the hour that was promised for the order itself: 10 and 30 minutes were needed.
  expect(await judge(9)).toMatchObject({ on_time: 0 });
  expect(await judge(30)).toMatchObject({ on_time: 1 });
  // Orders of an earlier release are judged by the promise of today.
  expect(await judge(null)).toMatchObject({ on_time: 0.5 });
  expect(created_to_paid.rate).toBeCloseTo(2 / 3);
  expect(by_day.map(({ day }) => day)).toEqual(days);
  expect(by_day[0]).toEqual({ day: from, orders: 3, revenue: 45 });
});

test('a sum that was paid elsewhere is money of its day, and stands apart as manual', async () => {
  const day = dayOf(shop.ctx.now());
  const figures = async () =>
    (await (await read(`?from=${day}&to=${dayOf(shop.ctx.now())}`)).json()) as {
      orders: number;
      paid: number;
      revenue: number;
      manual: { orders: number; revenue: number };
    };
  const before = await figures();
  const placed = await placeManualOrder(shop.ctx, {
    actorUserId: owner,
    email: `${await shop.createUser()}@exemplo.com`,
    skins: skinsOf(shop.ctx, 3, 4).map(({ sku }) => sku),
    reason: 'Pago em dinheiro no evento',
  });
  expect(placed.ok).toBe(true);
  expect(await figures()).toMatchObject({
    orders: before.orders + 1,
    paid: before.paid + 1,
    revenue: before.revenue + 30,
    manual: { orders: 1, revenue: 30 },
  });
});

test('a span that is none, or longer than ten years, is refused', async () => {
  for (const query of ['?from=ontem', '?from=2026-11-02&to=2026-11-01', '?from=2000-01-01']) {
    expect((await read(query)).status, query).toBe(400);
  }
});

test('owner and finance read the numbers, and nobody else', async () => {
  expect((await read('', await createClerk(shop, 'finance'))).status).toBe(200);
  expect((await read('', await createClerk(shop, 'delivery'))).status).toBe(403);
  expect((await read('', await createClerk(shop, 'support'))).status).toBe(403);
  expect((await read('', await shop.createUser())).status).toBe(403);
  expect((await read('', null)).status).toBe(401);
});
