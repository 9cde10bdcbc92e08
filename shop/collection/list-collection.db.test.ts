import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { COLLECTION_PAGE, countCollection, listCollection } from './list-collection.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

test('a collection larger than a page is read on without gap or repetition, newest first', async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const count = COLLECTION_PAGE + 3;
  const now = shop.ctx.now().getTime();
  const owned = (user_id: string, n: number) => ({
    user_id,
    champion_id: 'Ahri',
    skin_num: n + 1,
    skin_name: `Skin ${n}`,
    champion_name: 'Ahri',
    splash_art_url: '/img/Ahri_1',
    // Skins of one order share their moment.
    added_at: new Date(now - Math.floor(n / 4) * 1000),
  });
  await shop.ctx.db
    .insertInto('user_collection')
    .values(Array.from({ length: count }, (_, n) => owned(userId, n)))
    .execute();
  await shop.ctx.db.insertInto('user_collection').values(owned(other, 0)).execute();

  const first = await listCollection(shop.ctx, { userId, cursor: null });
  const second = await listCollection(shop.ctx, { userId, cursor: first.nextCursor });
  expect(first.entries).toHaveLength(COLLECTION_PAGE);
  expect(second.nextCursor).toBeNull();
  const all = [...first.entries, ...second.entries];
  expect(new Set(all.map(({ skin_num }) => skin_num)).size).toBe(count);
  const times = all.map(({ added_at }) => added_at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await countCollection(shop.ctx, userId)).toBe(count);
});
