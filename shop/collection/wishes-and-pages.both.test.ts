import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { ownSkins } from '#test/own-skins.ts';
import type { Skin } from '#shop/catalog/catalog.ts';
import { findEntry, noteWorked } from './note-worked.ts';
import { findPublicCollection, listNewestShown, listShownSkins } from './public/open-public-collection.ts';
import { savePublicCollection } from './public/save-public-collection.ts';
import { addWish, mergeWishes, removeWish } from './wishes/change-wishes.ts';
import { listWishes, wishedSkus } from './wishes/list-wishes.ts';

let shop: TestContext;
let skins: Skin[];
beforeAll(async () => {
  shop = await createTestContext();
  skins = shop.ctx.catalog.current().skins.slice(0, 4);
});
afterAll(() => shop.close());

/** @returns the entry */
async function own(userId: string, sku: string, secondsAgo = 0): Promise<string> {
  const [id] = await ownSkins(shop.ctx, userId, [
    {
      sku,
      skin_name: `Skin ${sku}`,
      champion_name: 'Campeã',
      splash_art_url: '/img/splash/x',
      added_at: new Date(shop.ctx.now().getTime() - secondsAgo * 1000),
    },
  ]);
  return id!;
}

test('a wish is kept once, is shown until its skin is owned, and belongs to one person', async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const [first, second, third] = skins.map(({ sku }) => sku) as [string, string, string];
  const nowhere = `lol:${skins[0]!.championId}:9999`;
  expect(await addWish(shop.ctx, { userId, sku: first })).toEqual({ ok: true });
  expect(await addWish(shop.ctx, { userId, sku: nowhere })).toEqual({ ok: false, reason: 'not_found' });
  await mergeWishes(shop.ctx, { userId, items: [first, second, third, nowhere] });
  await mergeWishes(shop.ctx, { userId, items: [] });
  await addWish(shop.ctx, { userId: other, sku: second });

  // The same number of another champion, and the same skin of another person, are not this one.
  await own(userId, `lol:Outra:${skins[1]!.num}`);
  await own(other, third);
  const keysOf = async (id: string) => (await wishedSkus(shop.ctx, id)).toSorted();
  expect(await keysOf(userId)).toEqual([first, second, third].toSorted());
  await own(userId, first);
  expect(await keysOf(userId)).toEqual([second, third].toSorted());
  expect(await addWish(shop.ctx, { userId, sku: first })).toEqual({
    ok: false,
    reason: 'already_owned',
  });

  await removeWish(shop.ctx, { userId, sku: second });
  const { entries } = await listWishes(shop.ctx, { userId, cursor: null });
  expect(entries.map(({ skin }) => skin.sku)).toEqual([third]);
  expect(await keysOf(other)).toEqual([second]);
});

test('a shown collection has its skins and nothing else of its owner, and is gone when it is switched off', async () => {
  const userId = await shop.createUser();
  const [first, second] = skins.map(({ sku }) => sku) as [string, string];
  await own(userId, first, 2);
  await own(userId, second, 1);
  await own(userId, 'lol:Saiu:7');
  const form = { on: true, name: 'Bia', slug: 'skins-da-bia' };
  expect(await savePublicCollection(shop.ctx, { userId, ...form })).toMatchObject({ on: true });
  const taken = { userId: await shop.createUser(), ...form };
  expect(await savePublicCollection(shop.ctx, taken)).toEqual({ ok: false, reason: 'slug_taken' });

  expect(await findPublicCollection(shop.ctx, 'Skins-da-Bia')).toEqual({ userId, name: 'Bia', count: 3 });
  const { entries } = await listShownSkins(shop.ctx, { userId, cursor: null });
  const shown = { championName: 'Campeã', splashPath: '/img/splash/x' };
  expect(entries).toEqual([
    { ...shown, sku: 'lol:Saiu:7', name: 'Skin lol:Saiu:7', isListed: false },
    ...[second, first].map((sku) => ({ ...shown, sku, name: `Skin ${sku}`, isListed: true })),
  ]);
  const newest = await listNewestShown(shop.ctx, userId, 1);
  expect(newest.map(({ sku }) => sku)).toEqual([second]);

  await savePublicCollection(shop.ctx, { userId, on: false });
  expect(await findPublicCollection(shop.ctx, 'skins-da-bia')).toBeNull();
  // What is no address is not looked for.
  for (const text of ['', 'a b', 'x'.repeat(500), 'skins-da-bia\u0000'])
    expect(await findPublicCollection({ ...shop.ctx, db: null as never }, text)).toBeNull();
});

test("'Funcionou?' is answered by the owner alone, and once", async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const entryId = await own(userId, skins[0]!.sku);
  expect(await findEntry(shop.ctx, { userId, entryId })).toMatchObject({ id: entryId, hasNewer: false });
  expect(await findEntry(shop.ctx, { userId: other, entryId })).toBeNull();
  const workedAt = async () => {
    const { worked_at } = await shop.ctx.db
      .selectFrom('user_collection')
      .select('worked_at')
      .where('id', '=', entryId)
      .executeTakeFirstOrThrow();
    return worked_at;
  };
  await noteWorked(shop.ctx, { userId: other, entryId });
  expect(await workedAt()).toBeNull();
  await noteWorked(shop.ctx, { userId, entryId });
  const first = await workedAt();
  expect(first).toEqual(expect.any(Date));
  await noteWorked({ ...shop.ctx, now: () => new Date(0) }, { userId, entryId });
  expect(await workedAt()).toEqual(first);
});
