import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as downloadSkin } from '#app/endpoints/files/download-skin.ts';
import { loader as openCollection } from '#app/routes/dashboard/collection.tsx';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { readStaffOrder } from '#shop/orders/read-staff-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { requestApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { recordDownload } from './record-download.ts';
import { recordUse } from './record-use.ts';
import { replaceLink } from './replace-link.ts';
import { sendLinks } from './send-links.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
  // At noon of São Paulo, so that minutes more are the same day.
  shop.stopClock();
  shop.passSeconds(86_400 - ((shop.ctx.now().getTime() / 1000 - 15 * 3600) % 86_400));
});
afterAll(() => shop.close());

async function deliver(...positions: number[]): Promise<PaidOrder> {
  const order = await createPaidOrder(shop, buy(shop.ctx, positions));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links: order.links });
  return order;
}

async function recordsOf({ orderId }: PaidOrder) {
  await shop.settled();
  const { deliveries } = (await readStaffOrder(shop.ctx, orderId))!;
  return deliveries.map(({ kind, network, device }) => [kind, network, device]);
}

const entriesOf = async ({ orderId }: PaidOrder) =>
  (
    await shop.ctx.db.selectFrom('user_collection').select('id').where('order_id', '=', orderId).execute()
  ).map(({ id }) => id);

function readOrders(userId: string) {
  shop.passSeconds(1);
  return requestApi(shop.ctx, userId, 'GET /api/orders', undefined, { 'user-agent': ANDROID });
}

async function visit(
  loader: (args: never) => unknown,
  userId: string,
  {
    headers = {},
    params = {},
    method = 'GET',
  }: { headers?: Record<string, string>; params?: Record<string, string>; method?: string } = {},
) {
  shop.passSeconds(1);
  const request = new Request('http://localhost:3000/', {
    method,
    headers: { 'user-agent': ANDROID, ...headers },
  });
  const answer = await callRoute(loader, { request, params, context: contextFor(shop.ctx, userId) });
  await shop.settled();
  return answer;
}

const sent = ['link_sent', null, null];
const opened = ['page_opened', '203.0.113.0/24', 'Android'];
const downloaded = ['downloaded', '203.0.113.0/24', 'Android'];

test('each link that is sent or replaced is written down with it', async () => {
  const order = await deliver(0, 1);
  expect(await recordsOf(order)).toEqual([sent, sent]);
  shop.passSeconds(60);
  const change = { actorUserId: clerk, orderId: order.orderId, itemId: order.items[0]!.id };
  for (const link of ['https://a.exemplo.com/1', 'https://a.exemplo.com/1'])
    await replaceLink(shop.ctx, { ...change, link });
  expect(await recordsOf(order)).toEqual([sent, sent, sent]);
});

test('a buyer who opens the collection is noted once a day for each skin that is ready', async () => {
  const order = await deliver(2, 3);
  await createPaidOrder(shop, buy(shop.ctx, [4]), order.userId);
  await visit(openCollection, order.userId, { headers: { 'Sec-Purpose': 'prefetch' } });
  expect(await recordsOf(order)).toEqual([sent, sent]);
  await visit(openCollection, order.userId);
  shop.passSeconds(3600);
  await callApi(shop.ctx, order.userId, 'GET /api/collection');
  await readOrders(order.userId);
  expect(await recordsOf(order)).toEqual([opened, opened, sent, sent]);
  shop.passSeconds(86_400);
  await readOrders(order.userId);
  expect(await recordsOf(order)).toEqual([opened, opened, opened, opened, sent, sent]);
  expect(await recordsOf(await deliver(2, 3))).toEqual([sent, sent]);
});

test('each download is noted, once a minute, and only of its owner', async () => {
  const order = await deliver(5, 6);
  const [collectionId = ''] = await entriesOf(order);
  const stranger = await shop.createUser();
  const load = (userId: string) =>
    visit(downloadSkin, userId, { params: { collectionId } }) as Promise<Response>;
  expect((await load(stranger)).status).toBe(404);
  const use = { userId: stranger, address: '203.0.113.7', userAgent: null };
  expect(await recordDownload(shop.ctx, { ...use, entryId: collectionId })).toBe(false);
  recordUse(shop.ctx, { ...use, of: { orderIds: [order.orderId] } });
  for (let times = 0; times < 3; times++) expect((await load(order.userId)).status).toBe(302);
  expect(await recordsOf(order)).toEqual([downloaded, sent, sent]);
  shop.passSeconds(60);
  // Whoever asks for the head alone gets the address all the same.
  const head = await visit(downloadSkin, order.userId, { params: { collectionId }, method: 'HEAD' });
  expect((head as Response).headers.get('location')).toContain('https://');
  expect(await recordsOf(order)).toEqual([downloaded, downloaded, sent, sent]);
});

test('what cannot be written down keeps nobody from the page, and is logged; a file waits for its record', async () => {
  const order = await deliver(7);
  const [collectionId = ''] = await entriesOf(order);
  await sql`alter table delivery_records rename to delivery_records_gone`.execute(shop.ctx.db);
  try {
    await expect(visit(downloadSkin, order.userId, { params: { collectionId } })).rejects.toThrow();
    expect(await visit(openCollection, order.userId)).toMatchObject({ count: 1 });
  } finally {
    await sql`alter table delivery_records_gone rename to delivery_records`.execute(shop.ctx.db);
  }
  expect(shop.logLines.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(await recordsOf(order)).toEqual([sent]);
});

test('the proof outlives the account, and names it no more', async () => {
  const order = await deliver(8);
  await visit(openCollection, order.userId);
  expect(await deleteAccount(shop.ctx, order.userId)).toEqual({ ok: true });
  expect(await recordsOf(order)).toEqual([opened, sent]);
  const rows = await shop.ctx.db
    .selectFrom('delivery_records')
    .select('user_id')
    .where('order_item_id', '=', order.items[0]!.id)
    .execute();
  expect(rows).toEqual([{ user_id: null }, { user_id: null }]);
});
