import { skinKey } from '#shop/catalog/sku.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOrders } from '#shop/orders/search/list-all-orders.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import { replaceLink } from '../replace-link.ts';
import { sendLinks } from '../send-links.ts';
import { listSkinFiles, searchSkinFiles } from './list-skin-files.ts';
import { markBroken } from './mark-broken.ts';
import { saveSkinFile } from './save-skin-file.ts';

const FIRST = 'https://arquivos.exemplo.com/primeira.zip';
const SECOND = 'https://arquivos.exemplo.com/segunda.zip';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));

function send(order: PaidOrder, link: string, onlyThisOrder = false) {
  const links = Object.fromEntries(order.items.map(({ id }) => [id, link]));
  return sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links, onlyThisOrder });
}

const skinAt = (position: number) => skinsOf(shop.ctx, position)[0]!;

async function fileOf(position: number) {
  const { sku } = skinAt(position);
  const row = await shop.ctx.db
    .selectFrom('skin_files')
    .select(['link', 'auto', 'state', 'version', 'updated_by'])
    .where('sku', '=', sku)
    .executeTakeFirst();
  return row ?? null;
}

const save = (position: number, changes: { link?: string; auto?: boolean }) =>
  saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(position), ...changes });
const mark = (position: number, broken: boolean) =>
  markBroken(shop.ctx, { actorUserId: clerk, ...skinAt(position), broken });

async function statusOf({ orderId }: PaidOrder) {
  const row = await shop.ctx.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return row.status;
}

/** What the dialog of this order finds filled in. */
async function filledIn({ orderId }: PaidOrder) {
  const rows = await shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).execute();
  const [order] = await describeOrders(shop.ctx, rows);
  return order!.items.map((item) => item.knownLink);
}

test('the link that staff send is filled in for the next order of the skin, and a better one takes its place', async () => {
  expect(await filledIn(await paid(0))).toEqual([null]);
  const first = await paid(0);
  await send(first, FIRST);
  expect(await filledIn(await paid(0))).toEqual([FIRST]);
  expect(await fileOf(0)).toEqual({ link: FIRST, auto: false, state: 'ok', version: 1, updated_by: clerk });
  await replaceLink(shop.ctx, {
    actorUserId: clerk,
    orderId: first.orderId,
    itemId: first.items[0]!.id,
    link: SECOND,
  });
  expect(await fileOf(0)).toMatchObject({ link: SECOND, version: 2 });
  await send(await paid(0), SECOND);
  expect(await fileOf(0)).toMatchObject({ version: 2 });
});

test("what is 'only for this order' is not learned, neither sent nor replaced", async () => {
  const order = await paid(1);
  await send(order, FIRST, true);
  await replaceLink(shop.ctx, {
    actorUserId: clerk,
    orderId: order.orderId,
    itemId: order.items[0]!.id,
    link: SECOND,
    onlyThisOrder: true,
  });
  expect(await fileOf(1)).toBeNull();
});

test('a skin with a known link still waits for staff, until it is to be delivered by itself', async () => {
  await save(2, { link: FIRST });
  expect(await statusOf(await paid(2))).toBe('pending');
  await save(2, { auto: true });
  const order = await paid(2);
  expect(await statusOf(order)).toBe('completed');
  expect(order.items[0]!.link).toBe(FIRST);
  const mails = (await shop.jobs()).filter(
    (job) => job.name === 'mail-links-delivered' && job.data.orderId === order.orderId,
  );
  expect(mails).toHaveLength(1);
});

test('an order of which only a part is delivered by itself waits for staff with that part filled', async () => {
  await save(3, { link: FIRST, auto: true });
  const order = await paid(3, 4);
  expect(await statusOf(order)).toBe('pending');
  expect(new Set(order.items.map((item) => item.link))).toEqual(new Set([FIRST, null]));
});

test('an active product with its own address is the stronger word', async () => {
  const { sku } = skinAt(5);
  await save(5, { link: FIRST, auto: true });
  await shop.ctx.db
    .insertInto('products')
    .values({
      name: 'Pronta',
      price_cents: 1500,
      download_url: SECOND,
      sku,
    })
    .execute();
  const order = await paid(5);
  expect(order.items[0]!.link).toBe(SECOND);
  // What the product filled is not what staff sent.
  const both = await paid(5, 6);
  await send(both, SECOND);
  expect(await fileOf(5)).toMatchObject({ link: FIRST, version: 1 });
  expect(await fileOf(6)).toMatchObject({ link: SECOND });
});

test('a broken file neither fills in nor delivers, until it is replaced or works again', async () => {
  await save(7, { link: FIRST, auto: true });
  expect(await mark(7, true)).toMatchObject({ ok: true, state: 'broken', auto: true });
  const waiting = await paid(7);
  expect(await statusOf(waiting)).toBe('pending');
  expect(await filledIn(waiting)).toEqual([null]);
  // The same link again says nothing new about it.
  await send(waiting, FIRST);
  expect(await fileOf(7)).toMatchObject({ state: 'broken' });
  await mark(7, false);
  expect(await statusOf(await paid(7))).toBe('completed');
  await mark(7, true);
  await save(7, { link: SECOND });
  expect(await fileOf(7)).toMatchObject({ link: SECOND, state: 'ok', version: 2, auto: true });
});

test('a file that is being updated is not delivered, and one that only may be broken is', async () => {
  await save(8, { link: FIRST, auto: true });
  const { sku } = skinAt(8);
  const set = (changes: { updating?: boolean; state?: 'suspect' }) =>
    shop.ctx.db.updateTable('skin_files').set(changes).where('sku', '=', sku).execute();
  await set({ updating: true });
  const waiting = await paid(8);
  expect([await statusOf(waiting), await filledIn(waiting)]).toEqual(['pending', [null]]);
  await set({ updating: false, state: 'suspect' });
  expect(await statusOf(await paid(8))).toBe('completed');
});

test('each change of the file is in the audit log once, with the host of the link alone', async () => {
  const { sku } = skinAt(9);
  for (let n = 0; n < 2; n++) {
    await save(9, { link: FIRST, auto: true });
    await mark(9, true);
  }
  await mark(9, false);
  await save(9, { auto: false });
  const lines = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', skinKey(sku))
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'skin_file.saved', details: { host: 'arquivos.exemplo.com' } },
    { action: 'skin_file.auto_on', details: {} },
    { action: 'skin_file.broken', details: {} },
    { action: 'skin_file.works', details: {} },
    { action: 'skin_file.auto_off', details: {} },
  ]);
});

test('what is refused changes nothing', async () => {
  expect(await save(10, { auto: true })).toEqual({ ok: false, reason: 'no_link' });
  expect(await save(10, { link: 'javascript:alert(1)' })).toMatchObject({
    ok: false,
    reason: 'invalid_link',
  });
  expect(await mark(10, true)).toEqual({ ok: false, reason: 'not_found' });
  expect(await saveSkinFile(shop.ctx, { actorUserId: clerk, sku: 'lol:Nobody:1', link: FIRST })).toEqual({
    ok: false,
    reason: 'unknown_skin',
  });
  expect(await fileOf(10)).toBeNull();
});

test('many clerks who send links of the same skins at once, in every order of them, all succeed', async () => {
  const orders = await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? paid(11, 12, 13) : paid(13, 12, 11))),
  );
  const sent = await Promise.all(orders.map((order, n) => send(order, `https://exemplo.com/${n}`)));
  expect(sent.filter((result) => !result.ok)).toEqual([]);
  expect(await fileOf(12)).toMatchObject({ version: 12 });
});

test('the list has the last changed first; a search finds a skin without a file too', async () => {
  await save(14, { link: FIRST });
  const { entries } = await listSkinFiles(shop.ctx, { cursor: null });
  expect(entries[0]).toMatchObject({ sku: skinAt(14).sku, link: FIRST });
  const bare = shop.ctx.catalog.current().skins[15]!;
  const { found } = await searchSkinFiles(shop.ctx, bare.name);
  expect(found).toContainEqual(expect.objectContaining({ skinName: bare.name, file: null }));
});
