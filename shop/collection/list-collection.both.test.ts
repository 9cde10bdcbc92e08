import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { setPatchState } from '#shop/delivery/patch/set-patch-state.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { ownSkins } from '#test/own-skins.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { restoreGrants } from '#shop/states/grant-state.ts';
import { revokeSkins } from './revoke-skins.ts';
import { findDownload } from './find-download.ts';
import { ownedSkus, ownedSkinNames, ownsSkin } from './owned-skins.ts';
import { COLLECTION_PAGE, countCollection, listCollection } from './list-collection.ts';

let shop: TestContext;
beforeAll(async () => void (shop = await createTestContext()));
afterAll(() => shop.close());

test('a collection larger than a page is read on without gap or repetition, newest first', async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const count = COLLECTION_PAGE + 3;
  const now = shop.ctx.now().getTime();
  const owned = (n: number) => ({
    sku: `lol:Ahri:${n + 1}`,
    skin_name: `Skin ${n}`,
    champion_name: 'Ahri',
    splash_art_url: '/img/Ahri_1',
    // Skins of one order share their moment.
    added_at: new Date(now - Math.floor(n / 4) * 1000),
  });
  const all120 = Array.from({ length: count }, (_, n) => owned(n));
  await ownSkins(shop.ctx, userId, all120);
  await ownSkins(shop.ctx, other, [owned(0)]);

  const first = await listCollection(shop.ctx, { userId, cursor: null });
  const second = await listCollection(shop.ctx, { userId, cursor: first.nextCursor });
  expect(first.entries).toHaveLength(COLLECTION_PAGE);
  expect(second.nextCursor).toBeNull();
  const all = [...first.entries, ...second.entries];
  expect(all).toHaveLength(count);
  expect(new Set(all.map(({ sku }) => sku)).size).toBe(count);
  const times = all.map(({ addedAt }) => addedAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(await countCollection(shop.ctx, userId)).toBe(count);
});

test('what took the place of a file is news for its own skin alone', async () => {
  const clerk = await shop.createUser();
  const { userId, orderId, links } = await createPaidOrder(shop, buy(shop.ctx, [4, 5]));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links });
  const { entries } = await listCollection(shop.ctx, { userId, cursor: null });
  const { sku } = entries[0]!;
  shop.passSeconds(60);
  await setPatchState(shop.ctx, {
    actorUserId: clerk,
    scope: { skins: [sku] },
    state: 'updating',
    notify: false,
  });
  shop.passSeconds(60);
  await saveSkinFile(shop.ctx, {
    actorUserId: clerk,
    sku,
    link: `https://arquivos.exemplo.com/${orderId}.zip`,
  });
  const again = await listCollection(shop.ctx, { userId, cursor: null });
  expect(again.entries.map(({ news }) => news)).toEqual(['updated', null]);
});

test('what somebody owns is asked by its key, and never of somebody else', async () => {
  const [userId, other] = [await shop.createUser(), await shop.createUser()];
  const file = 'file:armas:lamina-2';
  await ownSkins(shop.ctx, userId, [{ sku: 'lol:Ahri:1' }, { sku: 'lol:Zed:2' }, { sku: file }]);
  await ownSkins(shop.ctx, other, [{ sku: 'lol:Ahri:2' }]);

  expect(await ownedSkus(shop.ctx, userId)).toEqual(new Set(['lol:Ahri:1', 'lol:Zed:2', file]));
  expect(await ownsSkin(shop.ctx, userId, 'lol:Ahri:1')).toBe(true);
  expect(await ownsSkin(shop.ctx, userId, file)).toBe(true);
  expect(await ownsSkin(shop.ctx, userId, 'lol:Ahri:2')).toBe(false);
  expect(await ownsSkin(shop.ctx, userId, 'lol:Zed:1')).toBe(false);
  expect(await ownsSkin(shop.ctx, other, 'lol:Zed:2')).toBe(false);
  const skus = ['lol:Ahri:2', 'lol:Zed:2', 'lol:Zed:1'];
  expect(await ownedSkinNames(shop.ctx.db, userId, skus)).toEqual(['Zed 2']);
  expect(await ownedSkinNames(shop.ctx.db, userId, [])).toEqual([]);
});

test('a skin taken back stays where another order, delivered or waiting, has paid for it', async () => {
  const { db } = shop.ctx;
  for (const isDelivered of [true, false]) {
    const userId = await shop.createUser();
    const second = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [0, 1]) });
    const first = await createPaidOrder(shop, buy(shop.ctx, [0]), userId);
    const request = { actorUserId: userId, orderId: first.orderId, links: first.links };
    if (isDelivered) expect(await sendLinks(shop.ctx, request)).toMatchObject({ ok: true });
    // It is owed twice once staff keep the money of the second.
    const { orderId, charge } = second;
    await shop.simulator.pay(charge.id);
    await checkCharge(shop.ctx, charge.id);
    await shop.ctx.transaction((tx) => restoreGrants(tx, { id: orderId, status: 'pending' }, []));
    const revoke = (id: string) => shop.ctx.transaction((tx) => revokeSkins(tx, { id }, shop.ctx.now()));
    await revoke(orderId);
    const entries = () =>
      db.selectFrom('user_collection').selectAll().where('user_id', '=', userId).execute();
    const link = isDelivered ? Object.values(first.links)[0] : null;
    expect(await entries()).toMatchObject([{ order_id: first.orderId, link }]);
    const [entry] = await entries();
    const entryId = entry?.id ?? '';
    expect(await findDownload(shop.ctx, { userId, entryId })).toEqual(link ? { link } : null);
    expect(await findDownload(shop.ctx, { userId: await shop.createUser(), entryId })).toBeNull();
    await revoke(first.orderId);
    expect(await findDownload(shop.ctx, { userId, entryId })).toBeNull();
    expect(await entries()).toEqual([]);
  }
});

test('of two skins of an order the one that is taken back goes, and the other stays', async () => {
  const { db } = shop.ctx;
  const userId = await shop.createUser();
  const { orderId, links } = await createPaidOrder(shop, buy(shop.ctx, [0, 1]), userId);
  expect(await sendLinks(shop.ctx, { actorUserId: userId, orderId, links })).toMatchObject({ ok: true });
  const [taken = '', left = ''] = Object.keys(links);
  await shop.ctx.transaction((tx) => revokeSkins(tx, { id: orderId }, shop.ctx.now(), [taken]));
  const skins = db.selectFrom('user_collection').select('link').where('user_id', '=', userId);
  expect(await skins.execute()).toEqual([{ link: links[left] }]);
});
