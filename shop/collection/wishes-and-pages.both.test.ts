import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { ownSkins } from '#test/own-skins.ts';
import { skinKey, type Skin } from '#shop/catalog/catalog.ts';
import { findEntry, noteWorked } from './note-worked.ts';
import { findPublicCollection, listNewestShown, listShownSkins } from './public/open-public-collection.ts';
import { savePublicCollection } from './public/save-public-collection.ts';
import { addWish, mergeWishes, removeWish } from './wishes/change-wishes.ts';
import { listWishes, wishedSkinKeys } from './wishes/list-wishes.ts';

let shop: TestContext;
let skins: Skin[];
beforeAll(async () => {
  shop = await createTestContext();
  skins = shop.ctx.catalog.current().skins.slice(0, 4);
});
afterAll(() => shop.close());

/** @returns the entry */
async function own(userId: string, skin: Pick<Skin, 'championId' | 'num'>, secondsAgo = 0): Promise<string> {
  const [id] = await ownSkins(shop.ctx, userId, [
    {
      champion_id: skin.championId,
      skin_num: skin.num,
      skin_name: `Skin ${skin.num}`,
      champion_name: 'Campeã',
      splash_art_url: '/img/splash/x',
      added_at: new Date(shop.ctx.now().getTime() - secondsAgo * 1000),
    },
  ]);
  return id!;
}

const wished = ({ championId, num }: Skin) => ({ championId, skinNum: num });
const key = ({ championId, num }: Skin) => skinKey(championId, num);

test('a wish is kept once, is shown until its skin is owned, and belongs to one person', async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const [first, second, third] = skins as [Skin, Skin, Skin];
  const nowhere = { championId: first.championId, skinNum: 9_999 };
  expect(await addWish(shop.ctx, { userId, ...wished(first) })).toEqual({ ok: true });
  expect(await addWish(shop.ctx, { userId, ...nowhere })).toEqual({ ok: false, reason: 'not_found' });
  await mergeWishes(shop.ctx, { userId, items: [wished(first), wished(second), wished(third), nowhere] });
  await mergeWishes(shop.ctx, { userId, items: [] });
  await addWish(shop.ctx, { userId: other, ...wished(second) });

  // The same number of another champion, and the same skin of another person, are not this one.
  await own(userId, { championId: 'Outra', num: second.num });
  await own(other, third);
  const keysOf = async (id: string) => (await wishedSkinKeys(shop.ctx, id)).toSorted();
  expect(await keysOf(userId)).toEqual([first, second, third].map(key).toSorted());
  await own(userId, first);
  expect(await keysOf(userId)).toEqual([second, third].map(key).toSorted());
  expect(await addWish(shop.ctx, { userId, ...wished(first) })).toEqual({
    ok: false,
    reason: 'already_owned',
  });

  await removeWish(shop.ctx, { userId, ...wished(second) });
  const { entries } = await listWishes(shop.ctx, { userId, cursor: null });
  expect(entries.map(({ skin }) => key(skin))).toEqual([key(third)]);
  expect(await keysOf(other)).toEqual([key(second)]);
});

test('a shown collection has its skins and nothing else of its owner, and is gone when it is switched off', async () => {
  const userId = await shop.createUser();
  const [first, second] = skins as [Skin, Skin];
  await own(userId, first, 2);
  await own(userId, second, 1);
  await own(userId, { championId: 'Saiu', num: 7 });
  const form = { on: true, name: 'Bia', slug: 'skins-da-bia' };
  expect(await savePublicCollection(shop.ctx, { userId, ...form })).toMatchObject({ on: true });
  const taken = { userId: await shop.createUser(), ...form };
  expect(await savePublicCollection(shop.ctx, taken)).toEqual({ ok: false, reason: 'slug_taken' });

  expect(await findPublicCollection(shop.ctx, 'Skins-da-Bia')).toEqual({ userId, name: 'Bia', count: 3 });
  const { entries } = await listShownSkins(shop.ctx, { userId, cursor: null });
  const shown = { championName: 'Campeã', splashPath: '/img/splash/x' };
  expect(entries).toEqual([
    { ...shown, championId: 'Saiu', num: 7, name: 'Skin 7', isListed: false },
    ...[second, first].map(({ championId, num }) => ({
      ...shown,
      championId,
      num,
      name: `Skin ${num}`,
      isListed: true,
    })),
  ]);
  const newest = await listNewestShown(shop.ctx, userId, 1);
  expect(newest.map(({ championId, num }) => [championId, num])).toEqual([[second.championId, second.num]]);

  await savePublicCollection(shop.ctx, { userId, on: false });
  expect(await findPublicCollection(shop.ctx, 'skins-da-bia')).toBeNull();
  // What is no address is not looked for.
  for (const text of ['', 'a b', 'x'.repeat(500), 'skins-da-bia\u0000'])
    expect(await findPublicCollection({ ...shop.ctx, db: null as never }, text)).toBeNull();
});

test("'Funcionou?' is answered by the owner alone, and once", async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const entryId = await own(userId, skins[0]!);
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
