import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedJobs } from '#jobs/all-jobs.ts';
import { addWish, mergeWishes } from '#shop/collection/wishes/change-wishes.ts';
import { tellWishers } from '#shop/collection/wishes/tell-wishers.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { acceptFile } from '#shop/delivery/examining/accept-file.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { forgeZip } from '#test/forge-zip.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { savePreorder } from './change-preorders.ts';
import { listDemand, searchDemand, showDemand } from './list-demand.ts';
import { noteLookup } from './note-lookup.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Rita Entrega');
});
afterAll(() => shop.close());

const skuAt = (position: number) => skinsOf(shop.ctx, position)[0]!.sku;
const wish = (userId: string, position: number) => addWish(shop.ctx, { userId, sku: skuAt(position) });
const look = (position: number, address: string, userId: string | null = null) =>
  perform(noteLookup, shop.ctx, { userId, source: { address, userAgent: null } }, { sku: skuAt(position) });
const demandOf = async (position: number) =>
  (await listDemand(shop.ctx)).find(({ sku }) => sku === skuAt(position));
async function give(position: number): Promise<void> {
  const link = `https://arquivos.exemplo.com/${position}.zip`;
  await saveSkinFile(shop.ctx, { actorUserId: clerk, sku: skuAt(position), link });
  await shop.ctx.catalog.reload();
}
async function person(isConfirmed = true): Promise<string> {
  const id = await shop.createUser();
  await shop.ctx.db.updateTable('users').set({ email_verified: isConfirmed }).where('id', '=', id).execute();
  return id;
}

test('people count once each: who wishes, who is served by hand, who waits, and who opens the page once a day', async () => {
  const [one, other] = [await person(), await person()];
  for (const userId of [one, other, one]) await wish(userId, 0);
  for (const address of ['203.0.113.7', '203.0.113.7', '198.51.100.9']) await look(0, address);
  // The same account from two places, and twice.
  for (const address of ['203.0.113.7', '198.51.100.9']) await look(0, address, one);
  expect(await demandOf(0)).toMatchObject({ wishes: 2, searches: 3, ordersByHand: 0, waiting: 0 });
  shop.passSeconds(24 * 3600);
  await look(0, '203.0.113.7');
  expect(await demandOf(0)).toMatchObject({ searches: 4 });
  const rows = await shop.ctx.db.selectFrom('skin_lookups').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/203\.0|198\.51/);
  expect(JSON.stringify(rows)).not.toContain(one);
  shop.passSeconds(31 * 24 * 3600);
  expect(await demandOf(0)).toMatchObject({ searches: 0 });

  const served = await createPaidOrder(shop, buy(shop.ctx, [0]), one);
  await sendLinks(shop.ctx, {
    actorUserId: clerk,
    orderId: served.orderId,
    links: served.links,
    onlyThisOrder: true,
  });
  await createPaidOrder(shop, buy(shop.ctx, [0]));
  // Who has it wishes for it no more.
  expect(await demandOf(0)).toMatchObject({ wishes: 1, ordersByHand: 2, waiting: 1 });
  expect((await showDemand(shop.ctx)).map(({ sku }) => sku)).toEqual([skuAt(0)]);
});

test('what has a file is wanted no more, and what is sold ahead is listed with its day', async () => {
  await wish(await person(), 1);
  expect(await demandOf(1)).toMatchObject({ wishes: 1, preorder: null });
  const until = addDays(dayOf(shop.ctx.now()), 5);
  await perform(savePreorder, shop.ctx, { actorUserId: clerk }, { sku: skuAt(1), until });
  await perform(savePreorder, shop.ctx, { actorUserId: clerk }, { sku: skuAt(2), until });
  await shop.ctx.catalog.reload();
  await createPaidOrder(shop, buy(shop.ctx, [1]));
  // Its file delivers it, and no hand.
  expect(await demandOf(1)).toMatchObject({
    waiting: 1,
    ordersByHand: 0,
    preorder: { until, isOver: false },
  });
  expect(await demandOf(2)).toMatchObject({ wishes: 0, waiting: 0, preorder: { until } });
  await give(1);
  expect(await demandOf(1)).toBeUndefined();
  await look(1, '203.0.113.7');
  expect(
    await shop.ctx.db.selectFrom('skin_lookups').selectAll().where('sku', '=', skuAt(1)).execute(),
  ).toEqual([]);
});

test('what is sold ahead is listed whatever else people want, and a search finds what nobody asked for', async () => {
  const until = addDays(dayOf(shop.ctx.now()), 5);
  const [ahead, other] = [skuAt(20), skuAt(21)];
  await perform(savePreorder, shop.ctx, { actorUserId: clerk }, { sku: ahead, until });
  await shop.ctx.catalog.reload();
  const catalog = shop.ctx.catalog.current();
  const crowd = Array.from({ length: 250 }, (_, n) => ({
    ...catalog.findSkin(ahead)!,
    sku: `lol:Multidao:${n}`,
  }));
  const current = () => ({ ...catalog, skins: [...catalog.skins, ...crowd] });
  const large = { ...shop.ctx, catalog: { ...shop.ctx.catalog, current } };
  const looks = crowd.map(({ sku }) => ({ sku, person: 'alguem', at: shop.ctx.now() }));
  await shop.ctx.db.insertInto('skin_lookups').values(looks).execute();
  const listed = (await showDemand(large)).map(({ sku }) => sku);
  expect(listed).toContain(ahead);
  expect(listed).not.toContain(other);
  expect(listed.length).toBeGreaterThanOrEqual(200);
  expect(listed.length).toBeLessThan(250);

  const { name } = catalog.findSkin(other)!;
  const nobody = { wishes: 0, ordersByHand: 0, waiting: 0, searches: 0, preorder: null };
  expect(await searchDemand(shop.ctx, name)).toMatchObject({ found: [{ sku: other, ...nobody }], total: 1 });
  await give(21);
  expect(await searchDemand(shop.ctx, name)).toEqual({ found: [], total: 0 });
});

test("'Avise-me': one mail for all that came, to a confirmed address, once over two workers, and not for what is owned", async () => {
  await shop.forget();
  const [ana, rui, eva] = [await person(), await person(), await person(false)];
  for (const position of [3, 4]) for (const userId of [ana, rui, eva]) await wish(userId, position);
  await createPaidOrder(shop, buy(shop.ctx, [3]), rui);
  await tellWishers(shop.ctx);
  const told = async () =>
    (await shop.jobs()).flatMap((job) =>
      job.name === 'mail-skins-arrived' && [ana, rui, eva].includes(job.data.userId) ? [job.data] : [],
    );
  expect(await told()).toEqual([]);
  await give(3);
  await give(4);
  await Promise.all([tellWishers(shop.ctx), tellWishers(shop.ctx)]);
  await tellWishers(shop.ctx);
  expect((await told()).map(({ userId }) => userId).toSorted()).toEqual([ana, rui].toSorted());
  for (const data of await told()) await askedJobs['mail-skins-arrived'].run(shop.ctx, data, data.userId);
  const skins = (position: number) => shop.ctx.catalog.current().findSkin(skuAt(position))!.name;
  const mails = shop.mails.filter(({ subject }) => subject.includes('da sua lista'));
  expect(mails).toHaveLength(2);
  expect(mails.filter(({ text }) => text.includes(skins(3)) && text.includes(skins(4)))).toHaveLength(1);
  expect(mails.filter(({ text }) => !text.includes(skins(3)) && text.includes(skins(4)))).toHaveLength(1);

  // What comes soon after waits for the next mail; what had a file when it was wished for is no news.
  await wish(ana, 5);
  await give(5);
  await wish(rui, 5);
  await tellWishers(shop.ctx);
  expect(await told()).toHaveLength(2);
  shop.passSeconds(2 * 3600 + 1);
  await tellWishers(shop.ctx);
  expect((await told()).slice(2).map(({ userId }) => userId)).toEqual([ana]);

  await wish(rui, 7);
  await perform(addKeys, shop.ctx, { actorUserId: clerk }, { sku: skuAt(7), keys: 'DESEJADA-0001' });
  shop.passSeconds(2 * 3600 + 1);
  await tellWishers(shop.ctx);
  expect((await told()).slice(3).map(({ userId }) => userId)).toEqual([rui]);
});

test('what comes while its product is off sale is told once it is sold again', async () => {
  const userId = await person();
  const sku = skuAt(30);
  const product = { sku, name: 'Skin', price_cents: 1500, is_active: false, created_at: shop.ctx.now() };
  await shop.ctx.db.insertInto('products').values(product).execute();
  await shop.ctx.catalog.reload();
  await wish(userId, 30);
  await give(30);
  const told = async () => {
    await tellWishers(shop.ctx);
    return (await shop.jobs()).filter(
      ({ name, data }) => name === 'mail-skins-arrived' && data.userId === userId,
    ).length;
  };
  expect(await told()).toBe(0);
  await shop.ctx.db.updateTable('products').set({ is_active: true }).where('sku', '=', sku).execute();
  expect(await told()).toBe(1);
});

test('who wishes for what is sold out is told when keys come, and by nothing before that', async () => {
  const add = (keys: string) => perform(addKeys, shop.ctx, { actorUserId: clerk }, { sku: skuAt(8), keys });
  await add('ESGOTADA-0001');
  await shop.ctx.db
    .updateTable('stock_keys')
    .set({ taken_at: shop.ctx.now() })
    .where('sku', '=', skuAt(8))
    .execute();
  // What has keys is sold by them alone.
  await give(8);
  const [lia, bia] = [await person(), await person()];
  await wish(lia, 8);
  await perform(mergeWishes, shop.ctx, { userId: bia }, { items: [skuAt(8)] });
  const told = async () =>
    (await shop.jobs()).flatMap((job) =>
      job.name === 'mail-skins-arrived' && [lia, bia].includes(job.data.userId) ? [job.data.userId] : [],
    );
  await tellWishers(shop.ctx);
  expect(await told()).toEqual([]);
  await add('ESGOTADA-0002');
  await tellWishers(shop.ctx);
  await tellWishers(shop.ctx);
  expect((await told()).toSorted()).toEqual([lia, bia].toSorted());
});

test('a file that a person has to look at first is no news until it was accepted', async () => {
  const lia = await person();
  await wish(lia, 6);
  const fileId = await storeTestFile(shop, clerk, 'a.zip', forgeZip([{ name: 'a.exe', content: 'MZ' }]));
  await saveSkinFile(shop.ctx, { actorUserId: clerk, sku: skuAt(6), fileId });
  await tellWishers(shop.ctx);
  const told = async () =>
    (await shop.jobs()).filter((job) => job.name === 'mail-skins-arrived' && job.data.userId === lia).length;
  expect(await told()).toBe(0);
  await acceptFile(shop.ctx, { actorUserId: clerk, sku: skuAt(6), reason: 'É do autor.' });
  await tellWishers(shop.ctx);
  expect(await told()).toBe(1);
});
