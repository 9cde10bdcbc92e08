import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { revokeSkins } from '#shop/collection/revoke-skins.ts';
import { loader as marks } from '#app/routes/store/skin-marks.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

const skinAt = (index: number) => {
  const skin = shop.ctx.catalog.current().skins[index];
  if (!skin) throw new Error('the demonstration catalogue is too small');
  return skin;
};
const idOf = (index: number) => `${skinAt(index).championId}_${skinAt(index).num}`;

const wish = async (userId: string | null, method: string, championId: string, skinNum: number | string) =>
  (await callApi(shop.ctx, userId, `${method} /api/wishlist/${encodeURIComponent(championId)}/${skinNum}`))
    .status;
const wishFor = (userId: string, index: number, method = 'PUT') =>
  wish(userId, method, skinAt(index).championId, skinAt(index).num);

async function read(userId: string, cursor = '') {
  const { status, body } = await callApi(shop.ctx, userId, `GET /api/wishlist${cursor}`);
  expect(status).toBe(200);
  return body as { champion_id: string; skin_num: number; price: number }[];
}
const idsOf = (wishes: Awaited<ReturnType<typeof read>>) =>
  wishes.map((each) => `${each.champion_id}_${each.skin_num}`);

const mergeAll = async (userId: string | null, items: unknown) =>
  (await callApi(shop.ctx, userId, 'POST /api/wishlist', { items })).status;

test('a wish is kept once, newest first, and taken back; nobody sees the wishes of another', async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  expect(await wishFor(userId, 0)).toBe(204);
  shop.passSeconds(1);
  expect(await wishFor(userId, 1)).toBe(204);
  shop.passSeconds(1);
  expect(await wishFor(userId, 0)).toBe(204);
  expect(await wishFor(other, 2)).toBe(204);
  expect(idsOf(await read(userId))).toEqual([idOf(1), idOf(0)]);
  const { championId, num, name, championName, splashPath, priceCents } = skinAt(1);
  expect((await read(userId))[0]).toEqual({
    champion_id: championId,
    skin_num: num,
    sku: `lol:${championId}:${num}`,
    skin_name: name,
    champion_name: championName,
    splash_art_url: splashPath,
    price: priceCents / 100,
    available: true,
    added_at: expect.any(String),
  });
  expect(await wishFor(other, 1, 'DELETE')).toBe(204);
  expect(idsOf(await read(userId))).toEqual([idOf(1), idOf(0)]);
  for (let twice = 0; twice < 2; twice++) expect(await wishFor(userId, 1, 'DELETE')).toBe(204);
  expect(idsOf(await read(userId))).toEqual([idOf(0)]);
});

test('without a session, for no skin and by another method nothing is kept', async () => {
  const userId = await shop.createUser();
  const { championId, num } = skinAt(0);
  expect(await wish(null, 'PUT', championId, num)).toBe(401);
  expect(await mergeAll(null, [[championId, num]])).toBe(401);
  for (const [id, n] of [
    ['Ninguem', 1],
    [championId, 0],
    [championId, '1e3'],
    ['../x', 1],
    [championId, 99_999_999_999],
  ] as const)
    expect(await wish(userId, 'PUT', id, n), `${id} ${n}`).toBe(404);
  expect(await wish(userId, 'POST', championId, num)).toBe(405);
  expect(await read(userId)).toEqual([]);
});

test('what is bought leaves the list, and a refund brings it back', async () => {
  const userId = await shop.createUser();
  await wishFor(userId, 3);
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [3]), userId);
  expect(await read(userId)).toEqual([]);
  expect(await wishFor(userId, 3)).toBe(409);
  const readMarks = async (who: string | null) => {
    const answer = await callRoute(marks, { path: '/loja/marcas', context: contextFor(shop.ctx, who) });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    return answer.json();
  };
  expect(await readMarks(userId)).toEqual({ owned: [skinAt(3).sku], wished: [] });
  expect(await readMarks(null)).toEqual({ owned: [], wished: [] });
  const order = { id: orderId };
  await shop.ctx.transaction((tx) => revokeSkins(tx, order, shop.ctx.now()));
  expect(await readMarks(userId)).toEqual({ owned: [], wished: [skinAt(3).sku] });
  expect(idsOf(await read(userId))).toEqual([idOf(3)]);
});

test('what a browser kept joins the list, without what is no skin; it may be sent twice', async () => {
  const userId = await shop.createUser();
  await wishFor(userId, 0);
  const items = [0, 1, 2].map((index): [string, number] => [skinAt(index).championId, skinAt(index).num]);
  for (let twice = 0; twice < 2; twice++)
    expect(await mergeAll(userId, [...items, ...items, ['Ninguem', 1]])).toBe(204);
  expect(new Set(idsOf(await read(userId)))).toEqual(new Set([0, 1, 2].map(idOf)));
  const rows = await shop.ctx.db.selectFrom('wishes').selectAll().where('user_id', '=', userId).execute();
  expect(rows).toHaveLength(3);
  expect(await mergeAll(userId, [['Ahri']])).toBe(400);
  expect(await mergeAll(userId, [])).toBe(204);
});
