import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { countSoldSkins } from './count-sold-skins.ts';
import { addDays, dayOf } from './day-span.ts';
import { listTopSkins } from './list-top-skins.ts';

const HOUR = 3600;
let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
  shop.stopClock();
  // Noon in São Paulo.
  const now = shop.ctx.now();
  shop.passSeconds((new Date(`${addDays(dayOf(now), 1)}T15:00:00Z`).getTime() - now.getTime()) / 1000);
});
afterAll(() => shop.close());

const soldOn = async (day: string) => {
  const { skins } = await listTopSkins(shop.ctx, { from: day, to: day });
  return skins.map(({ sold, revenueCents }) => [sold, revenueCents]);
};
const countedSums = async () => {
  const rows = await shop.ctx.db.selectFrom('sold_skins').select('revenue_cents').execute();
  return rows.map((row) => row.revenue_cents);
};

test('a day is counted once it is over for an hour, and again when money of it was corrected', async () => {
  const { ctx } = shop;
  const day = dayOf(ctx.now());
  const { orderId } = await createPaidOrder(shop, buy(ctx, [0]));
  expect(await countSoldSkins(ctx)).toBe(0);
  shop.passSeconds(12.5 * HOUR);
  expect(dayOf(ctx.now())).not.toBe(day);
  expect(await countSoldSkins(ctx)).toBe(0);
  shop.passSeconds(HOUR);
  expect(await countSoldSkins(ctx)).toBe(1);
  expect(await countedSums()).toEqual([1500]);
  expect(await soldOn(day)).toEqual([[1, 1500]]);
  expect(await countSoldSkins(ctx)).toBe(0);

  // The page does not wait for the job.
  await ctx.db.updateTable('order_items').set({ paid_cents: 700 }).where('order_id', '=', orderId).execute();
  expect(await soldOn(day)).toEqual([[1, 700]]);
  expect(await countedSums()).toEqual([1500]);
  expect(await countSoldSkins(ctx)).toBe(1);
  expect(await countedSums()).toEqual([700]);
  expect(await soldOn(day)).toEqual([[1, 700]]);

  await ctx.db.updateTable('orders').set({ paid_at: ctx.now() }).where('id', '=', orderId).execute();
  expect(await soldOn(day)).toEqual([]);
  expect(await soldOn(dayOf(ctx.now()))).toEqual([[1, 700]]);
  expect(await countSoldSkins(ctx)).toBe(1);
  expect(await countedSums()).toEqual([]);
});

test('what was counted is read from the count, and days that are not counted from their items', async () => {
  const { ctx } = shop;
  shop.passSeconds(24 * HOUR);
  await createPaidOrder(shop, buy(ctx, [0]));
  const day = dayOf(ctx.now());
  shop.passSeconds(24 * HOUR);
  await createPaidOrder(shop, buy(ctx, [0, 2]));
  const next = dayOf(ctx.now());
  expect(await countSoldSkins(ctx)).toBeGreaterThan(0);
  await ctx.db.updateTable('sold_skins').set({ sold: 5 }).where('revenue_cents', '=', 1500).execute();
  expect(await soldOn(day)).toEqual([[5, 1500]]);
  expect(await soldOn(next)).toHaveLength(2);
  const { champions } = await listTopSkins(ctx, { from: day, to: next });
  expect(champions[0]?.sold).toBe(6);
});
