import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { findPublicCollection, listShownSkins } from '#shop/collection/public/open-public-collection.ts';
import { loader as picture } from '../files/collection-picture.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

async function put(userId: string | null, asked: unknown) {
  const { status, body } = await callApi(shop.ctx, userId, 'PUT /api/me/public-collection', asked);
  return { status, body };
}
const draw = (slug: string) =>
  callRoute(picture, {
    path: `/colecao/${slug}/imagem.jpg`,
    params: { slug },
    context: contextFor(shop.ctx, null),
  });

test('a collection is shown under the chosen name only while its owner wants it', async () => {
  const userId = await shop.createUser('Bruna Sobrenome');
  expect((await put(null, { on: true, name: 'Bru', slug: 'bru' })).status).toBe(401);
  expect((await put(userId, { on: false })).body).toEqual({ on: false, name: null, slug: null, url: null });
  expect((await put(userId, { on: true })).status).toBe(400);
  expect(await put(userId, { on: true, name: 'Bru', slug: 'Bru-Skins' })).toEqual({
    status: 200,
    body: { on: true, name: 'Bru', slug: 'bru-skins', url: 'http://localhost:3000/colecao/bru-skins' },
  });
  expect(await findPublicCollection(shop.ctx, 'bru-skins')).toEqual({ userId, name: 'Bru', count: 0 });
  expect(await findPublicCollection(shop.ctx, 'BRU-Skins')).toMatchObject({ userId });
  for (const odd of ['\u0000', 'bru-skins\u0000', '%', 'x'.repeat(5000)])
    expect(await findPublicCollection(shop.ctx, odd)).toBeNull();
  expect((await put(userId, { on: false })).body).toMatchObject({ on: false, slug: 'bru-skins', url: null });
  expect(await findPublicCollection(shop.ctx, 'bru-skins')).toBeNull();
  const refused = await put(userId, { on: true, name: 'veja site.com', slug: 'x' });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    error: { code: 'invalid', fields: { name: expect.any(String), slug: expect.any(String) } },
  });
});

test('an address is one person’s, also while it is off, until the account is deleted', async () => {
  const [first, second] = [await shop.createUser(), await shop.createUser()];
  const ask = (userId: string, slug: string) => put(userId, { on: true, name: 'Ana', slug });
  expect((await ask(first, 'so-minha')).status).toBe(200);
  await put(first, { on: false });
  const taken = await ask(second, 'so-minha');
  expect([taken.status, taken.body]).toMatchObject([409, { error: { code: 'slug_taken' } }]);
  const answers = await Promise.all([ask(first, 'disputada'), ask(second, 'disputada')]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  for (const userId of [first, second]) expect(await deleteAccount(shop.ctx, userId)).toEqual({ ok: true });
  const rows = await shop.ctx.db.selectFrom('public_collections').select('user_id').execute();
  expect(rows.filter(({ user_id }) => user_id === first || user_id === second)).toEqual([]);
});

test('what is shown says which skins, and nothing of the order, the day or the file', async () => {
  const userId = await shop.createUser();
  await createPaidOrder(shop, buy(shop.ctx, [0, 1, 2]), userId);
  await put(userId, { on: true, name: 'Três', slug: 'tres' });
  const { entries } = await listShownSkins(shop.ctx, { userId, cursor: null });
  expect(entries).toHaveLength(3);
  for (const entry of entries)
    expect(Object.keys(entry).toSorted()).toEqual(
      ['championName', 'isListed', 'name', 'sku', 'splashPath'].toSorted(),
    );
});

test('the picture shows the newest skins, is drawn once, and goes when the page goes', async () => {
  const userId = await shop.createUser();
  await put(userId, { on: true, name: 'Foto', slug: 'foto' });
  expect((await draw('foto')).status).toBe(404);
  await createPaidOrder(shop, buy(shop.ctx, [0, 1]), userId);
  const two = await draw('foto');
  expect(two.status).toBe(200);
  expect(two.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await two.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const before = shop.ctx.memory.splashes.encodings.run;
  shop.ctx.memory.splashes.encodings.run = () => Promise.reject(new Error('drawn again'));
  expect(Buffer.from(await (await draw('foto')).arrayBuffer()).equals(bytes)).toBe(true);
  shop.ctx.memory.splashes.encodings.run = before;
  await createPaidOrder(shop, buy(shop.ctx, [2, 3, 4, 5, 6]), userId);
  expect(Buffer.from(await (await draw('foto')).arrayBuffer()).equals(bytes)).toBe(false);
  await put(userId, { on: false });
  expect((await draw('foto')).status).toBe(404);
  expect((await draw('nunca-existiu')).status).toBe(404);
});
