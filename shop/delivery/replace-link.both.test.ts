import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { replaceLink } from './replace-link.ts';
import { sendLinks } from './send-links.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const replace = (orderId: string, itemId: string, link: string) =>
  replaceLink(shop.ctx, { actorUserId: clerk, orderId, itemId, link });
const mailsAbout = async (orderId: string) =>
  (await shop.jobs()).filter((job) => job.name === 'mail-link-replaced' && job.data.orderId === orderId);

async function completed(...positions: number[]) {
  const order = await createPaidOrder(shop, buy(shop.ctx, positions));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links: order.links });
  return { ...order, itemId: order.items[0]!.id };
}

// shows: spec 4.7
test('a replaced link reaches item and collection, is audited by host alone and mailed once', async () => {
  const { orderId, itemId, userId } = await completed(0, 1);
  const link = 'https://novo.exemplo.com/segredo-9f2.zip';
  expect(await replace(orderId, itemId, ` ${link} `)).toEqual({ ok: true, changed: true });
  expect(await replace(orderId, itemId, link)).toEqual({ ok: true, changed: false });

  const { db } = shop.ctx;
  const item = await db.selectFrom('owed_items').selectAll().where('id', '=', itemId).executeTakeFirst();
  expect(item?.link).toBe(link);
  const owned = await db
    .selectFrom('user_collection')
    .select(['link'])
    .where('user_id', '=', userId)
    .where('sku', '=', item!.sku)
    .execute();
  expect(owned).toEqual([{ link }]);
  const [audit, ...more] = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_id', '=', orderId)
    .where('action', '=', 'order.link_replaced')
    .execute();
  expect(more).toEqual([]);
  expect(audit).toMatchObject({
    actor_user_id: clerk,
    details: { itemId, oldHost: 'arquivos.exemplo.com', newHost: 'novo.exemplo.com' },
  });
  expect(JSON.stringify([audit, shop.logLines])).not.toContain('segredo-9f2');
  expect(await mailsAbout(orderId)).toEqual([{ name: 'mail-link-replaced', data: { orderId, itemId } }]);
});

test('only a completed order, only its own items, only a proper link', async () => {
  const order = await completed(2);
  const other = await completed(3);
  const open = await createPaidOrder(shop, buy(shop.ctx, [4]));
  const link = 'https://exemplo.com/x.zip';
  expect(await replace(open.orderId, open.items[0]!.id, link)).toEqual({
    ok: false,
    reason: 'not_completed',
  });
  expect(await replace(order.orderId, other.itemId, link)).toEqual({ ok: false, reason: 'not_found' });
  expect(await replace(randomUUID(), order.itemId, link)).toEqual({ ok: false, reason: 'not_found' });
  expect(await replace(order.orderId, order.itemId, 'data:text/html,x')).toEqual({
    ok: false,
    reason: 'invalid_link',
  });
  expect(await mailsAbout(order.orderId)).toEqual([]);
});

test('whoever has the whole price back gets no new link', async () => {
  const { orderId, itemId, userId } = await completed(5);
  const request = { actorUserId: clerk, orderId, note: 'Desistiu.', requestKey: null };
  expect(await requestRefund(shop.ctx, request)).toMatchObject({ ok: true });
  await shop.settled();
  const link = 'https://exemplo.com/novo.zip';
  expect(await replace(orderId, itemId, link)).toEqual({ ok: false, reason: 'refunded' });
  const { db } = shop.ctx;
  expect(await db.selectFrom('user_collection').select('id').where('user_id', '=', userId).execute()).toEqual(
    [],
  );
});

test('blanks around a link are nobody’s intention', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [8]));
  const [[itemId, link] = ['', '']] = Object.entries(order.links);
  const links = { [itemId]: ` ${link}\n` };
  const request = { actorUserId: clerk, orderId: order.orderId, links };
  expect(await sendLinks(shop.ctx, request)).toMatchObject({ ok: true });
  const { db } = shop.ctx;
  const item = await db.selectFrom('grants').select('link').where('item_id', '=', itemId).executeTakeFirst();
  expect(item).toEqual({ link });
});

test('what staff sent is in the log by number, not by address', async () => {
  const { orderId } = await completed(6, 7);
  const line = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'details'])
    .where('subject_id', '=', orderId)
    .where('action', '=', 'order.links_sent')
    .executeTakeFirst();
  expect(line).toEqual({ actor_user_id: clerk, details: { items: 2, links: 2 } });
});
