import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { areKnownSkins, isKnownChampion } from './are-known-skins.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

test('known is what the catalogue has, and what an order still waits for when the catalogue has it no longer', async () => {
  const { skins } = shop.ctx.catalog.current();
  const listed = skins[0]!;
  expect(await areKnownSkins(shop.ctx, [listed.sku])).toBe(true);
  expect(await isKnownChampion(shop.ctx, listed.championId)).toBe(true);
  expect(await areKnownSkins(shop.ctx, [`lol:${listed.championId}:999`])).toBe(false);
  expect(await isKnownChampion(shop.ctx, 'Nobody')).toBe(false);

  await createPaidOrder(shop, buy(shop.ctx, [1]));
  await shop.ctx.db.updateTable('order_items').set({ sku: 'lol:Gone:7' }).execute();
  expect(await areKnownSkins(shop.ctx, ['lol:Gone:7', listed.sku])).toBe(true);
  expect(await isKnownChampion(shop.ctx, 'Gone')).toBe(true);
  expect(await areKnownSkins(shop.ctx, ['lol:Gone:8'])).toBe(false);
});
