import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { ownSkins } from '#test/own-skins.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader, type CartCheck } from './check-cart.ts';

let shop: TestContext;
beforeAll(async () => {
  shop = await createTestContext();
});
afterAll(() => shop.close());

async function check(userId: string | null, ids: string[]) {
  const path = `/carrinho/conferir?ids=${ids.join(',')}`;
  const answer = (await callRoute(loader, { path, context: contextFor(shop.ctx, userId) })) as CartCheck;
  return Object.fromEntries(Object.entries(answer).map(([id, { state }]) => [id, state]));
}

test('tells what of a cart can still be bought, and ignores what is no id', async () => {
  const [skin] = shop.ctx.catalog.current().skins;
  const id = `${skin?.championId}_${skin?.num}`;
  expect(await check(null, [id, 'Ninguem_1', `${skin?.championId}_0`, '../x_1', '', '__proto__'])).toEqual({
    [id]: 'for_sale',
    Ninguem_1: 'unavailable',
    [`${skin?.championId}_0`]: 'unavailable',
  });
});

test('knows what the asking customer has, and only that customer', async () => {
  const [owner, stranger] = [await shop.createUser(), await shop.createUser()];
  const skin = shop.ctx.catalog.current().skins[1];
  if (!skin) throw new Error('the demonstration catalogue is empty');
  await ownSkins(shop.ctx, owner, [{ sku: skin.sku }]);
  const id = `${skin.championId}_${skin.num}`;
  expect(await check(owner, [id])).toEqual({ [id]: 'owned' });
  expect(await check(stranger, [id])).toEqual({ [id]: 'for_sale' });
});
