import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, checkOut, skinsOf } from '#test/purchases.ts';
import { saveSkinFile } from './files/save-skin-file.ts';
import { contentLink } from '#shop/states/content-link.ts';
import { describeNews } from '#shop/push/describe-news.ts';
import { sendLinks } from './send-links.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));
const send = (order: { orderId: string }, links: Record<string, string>) =>
  sendLinks(shop.ctx, { actorUserId: clerk, orderId: order.orderId, links });

async function state({ orderId, userId }: Pick<PaidOrder, 'orderId' | 'userId'>) {
  const { db } = shop.ctx;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const links = (rows: { link: string | null }[]) => rows.map((row) => String(row.link));
  return {
    status: order.status,
    sent: order.download_link_sent_at !== null,
    items: (
      await db
        .selectFrom('owed_items')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('position')
        .execute()
    ).map((item) => String(contentLink(shop.ctx, item))),
    collection: links(
      await db.selectFrom('user_collection').select('link').where('user_id', '=', userId).execute(),
    ).toSorted(),
    audits: await db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'action'])
      .where('subject_id', '=', orderId)
      .execute(),
    mails: (await shop.jobs()).filter(
      (job) => job.name === 'mail-links-delivered' && job.data.orderId === orderId,
    ).length,
  };
}

// shows: spec 4.7, spec 4.9
test('links reach the items and the collection, the order is completed, mailed once and announced', async () => {
  const order = await paid(0, 1, 2);
  expect(await send(order, order.links)).toEqual({
    ok: true,
    order: { id: order.orderId, status: 'completed' },
  });
  expect(await state(order)).toEqual({
    status: 'completed',
    sent: true,
    items: Object.values(order.links),
    collection: Object.values(order.links).toSorted(),
    audits: [{ actor_user_id: clerk, action: 'order.links_sent' }],
    mails: 1,
  });
  const data = { id: order.orderId, status: 'completed' };
  expect(await shop.events()).toEqual(
    expect.arrayContaining([
      { topic: `user:${order.userId}`, event: 'orders', data },
      { topic: 'staff', event: 'staff-orders', data },
    ]),
  );
});

test('links for an order whose only skin was given back, where the money could not be sent, are mailed too', async () => {
  const order = await paid(0);
  await shop.ctx.db
    .updateTable('grants')
    .set({ state: 'revoked', waits_for: null, is_shown: false })
    .where('order_id', '=', order.orderId)
    .execute();
  expect(await send(order, order.links)).toMatchObject({ ok: true });
  expect(await state(order)).toMatchObject({ status: 'completed', mails: 1 });
});

// shows: threat 47, purchase 22
test('of a hundred clerks who send at once exactly one wins, and the customer gets one mail', async () => {
  const order = await paid(3, 4);
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      send(order, Object.fromEntries(order.items.map(({ id }) => [id, `https://exemplo.com/${n}`]))),
    ),
  );
  const winner = results.findIndex((result) => result.ok);
  expect(results.filter((result) => !result.ok)).toEqual(
    Array.from({ length: 99 }, () => ({ ok: false, reason: 'already_completed' })),
  );
  const link = `https://exemplo.com/${winner}`;
  expect(await state(order)).toMatchObject({ items: [link, link], collection: [link, link], mails: 1 });
});

test('a refused call says which items and changes nothing', async () => {
  const order = await paid(5, 6);
  const before = await state(order);
  const [first, second] = order.items.map((item) => item.id) as [string, string];
  const stranger = randomUUID();
  const good = 'https://exemplo.com/a.zip';
  expect(await send(order, { [first]: good })).toEqual({
    ok: false,
    reason: 'missing_links',
    fields: { [second]: 'Informe o link.' },
  });
  expect(await send(order, { [first]: good, [second]: ' \n' })).toMatchObject({ reason: 'missing_links' });
  expect(await send(order, { ...order.links, [stranger]: good })).toEqual({
    ok: false,
    reason: 'unknown_item',
    fields: { [stranger]: 'Não é deste pedido.' },
  });
  expect(await send(order, { [first]: good, [second]: 'javascript:alert(1)' })).toEqual({
    ok: false,
    reason: 'invalid_link',
    fields: { [second]: 'Link inválido.' },
  });
  expect(await send({ orderId: randomUUID() }, order.links)).toEqual({ ok: false, reason: 'not_found' });
  expect(await state(order)).toEqual(before);
});

test("an item of somebody else's order is unknown in this one", async () => {
  const [order, other] = [await paid(7), await paid(7)];
  expect(await send(order, { ...order.links, ...other.links })).toMatchObject({ reason: 'unknown_item' });
  expect((await state(other)).items).toEqual(['null']);
});

test('an order that is unpaid or cancelled gets no links', async () => {
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [8]) });
  const [item] = await shop.ctx.db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', orderId)
    .execute();
  const links = { [item!.id]: 'https://exemplo.com/a.zip' };
  expect(await send({ orderId }, links)).toEqual({ ok: false, reason: 'not_payable_state' });
  await shop.ctx.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
  expect(await send({ orderId }, links)).toEqual({ ok: false, reason: 'not_payable_state' });
  expect(await state({ orderId, userId })).toMatchObject({ items: ['null'], collection: [], mails: 0 });
});

test('what a linked product has filled needs no link again, and may be given another', async () => {
  const [skin] = skinsOf(shop.ctx, 9);
  const ready = 'https://arquivos.exemplo.com/pronta.zip';
  await shop.ctx.db
    .insertInto('products')
    .values({
      name: 'Pronta',
      price_cents: 1500,
      download_url: ready,
      sku: skin!.sku,
    })
    .execute();
  const kept = await paid(9, 10);
  const filled = kept.items.find((item) => item.link === ready)!;
  const open = kept.items.find((item) => item.link === null)!;
  expect(await send(kept, { [open.id]: 'https://exemplo.com/b.zip', [filled.id]: '' })).toMatchObject({
    ok: true,
  });
  expect((await state(kept)).collection).toEqual([ready, 'https://exemplo.com/b.zip'].toSorted());

  const changed = await paid(9, 10);
  expect(await send(changed, changed.links)).toMatchObject({ ok: true });
  expect((await state(changed)).items.toSorted()).toEqual(Object.values(changed.links).toSorted());
});

test('an item gets the file that the shop stores for its own skin, and none that is kept for another', async () => {
  const { skins } = shop.ctx.catalog.current();
  const one = 20;
  const sameChampion = skins.findIndex(
    ({ championId }, position) => position > one && championId === skins[one]!.championId,
  );
  const fileId = await storeTestFile(shop, clerk, 'pacote.zip');
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinsOf(shop.ctx, one)[0]!, fileId });
  const order = await paid(one, sameChampion);
  const give = (links: Record<string, string>) =>
    sendLinks(shop.ctx, {
      actorUserId: clerk,
      orderId: order.orderId,
      links,
      keptFiles: order.items.map(({ id }) => id),
    });
  const other = order.items.find((item) => item.sku !== skins[one]!.sku)!;
  expect(await give({})).toEqual({
    ok: false,
    reason: 'missing_links',
    fields: { [other.id]: 'Informe o link.' },
  });
  const link = 'https://exemplo.com/b.zip';
  expect(await give({ [other.id]: link })).toMatchObject({ ok: true });
  const { items } = await state(order);
  expect(items.filter((shown) => shown === link)).toHaveLength(1);
  expect(items.filter((shown) => shown.includes('/dashboard/download-skin/'))).toHaveLength(1);
});

test('a free charge has no items and is completed with an empty set', async () => {
  const order = await createPaidOrder(shop, { kind: 'free', amountCents: 2500, description: 'Encomenda' });
  expect(await send(order, {})).toMatchObject({ ok: true });
  expect(await state(order)).toMatchObject({ status: 'completed', items: [], mails: 1 });
  const { orderId, userId } = order;
  expect(await describeNews(shop.ctx, userId, { kind: 'delivered', orderId })).toMatchObject({
    body: `Pedido #${orderId.slice(0, 8)}: concluído.`,
  });
});

test('after the account is gone the order can still be closed for the books', async () => {
  const order = await paid(11);
  await shop.ctx.db.deleteFrom('users').where('id', '=', order.userId).execute();
  expect(await send(order, order.links)).toMatchObject({ ok: true });
  expect(await state(order)).toMatchObject({ status: 'completed', collection: [] });
});

// shows: threat 48
test.each([
  ['the first grant', 'grants', 'update'],
  ['the proof', 'delivery_records', 'insert'],
  ['the order', 'orders', 'update'],
  ['the audit log', 'audit_log', 'insert'],
  ['the mail job', 'jobs.job', 'insert'],
])('a failure while writing %s leaves nothing behind', async (_what, table, operation) => {
  const order = await paid(12, 13);
  const before = await state(order);
  const { db } = shop.ctx;
  await sql`create or replace function fail_now() returns trigger language plpgsql as
    $$ begin raise exception 'disk full'; end $$`.execute(db);
  await sql
    .raw(`create trigger fault before ${operation} on ${table} for each row execute function fail_now()`)
    .execute(db);
  await expect(send(order, order.links)).rejects.toThrow('disk full');
  await sql.raw(`drop trigger fault on ${table}`).execute(db);
  expect(await state(order)).toEqual(before);

  expect(await send(order, order.links)).toMatchObject({ ok: true });
  // The buyer and the staff hear of the one that committed, and heard nothing of the one that did not.
  const heard = (await shop.events())
    .filter((event) => 'id' in event.data && event.data.id === order.orderId)
    .filter((event) => 'status' in event.data && event.data.status === 'completed');
  expect(heard).toHaveLength(2);
});
