import { skinKey } from '#shop/catalog/sku.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCollection } from '#shop/collection/list-collection.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { storeTestFile } from '#test/store-test-file.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, skinsOf } from '#test/purchases.ts';
import type { SkinContent } from '../files/stored-file.ts';
import { deliverHeld } from './deliver-held.ts';
import { deliverItem } from './deliver-item.ts';
import { deliverSkin, type DeliverSkinResult } from './deliver-skin.ts';
import { holdDelivery, UNDO_SECONDS } from './hold-delivery.ts';
import { listDesk } from './list-desk.ts';
import { listHeld } from './list-held.ts';
import { undoDelivery } from './undo-delivery.ts';

const LINK = 'https://arquivos.exemplo.com/a.zip';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));
const skinAt = (position: number) => skinsOf(shop.ctx, position)[0]!;

const undo = async (id: string) => (await undoDelivery(shop.ctx, { actorUserId: clerk, id })).ok;

async function deliver(position: number, more: { link?: string; onlyOrderId?: string } = {}) {
  const { link = LINK, ...others } = more;
  const request = { actorUserId: clerk, ...skinAt(position), content: { link }, ...others };
  const result = await deliverSkin(shop.ctx, request);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

async function groupOf(position: number) {
  const { sku } = skinAt(position);
  const groups = await listDesk(shop.ctx);
  return groups.find((group) => group.sku === sku) ?? null;
}

const idsOf = (...orders: PaidOrder[]) => orders.map(({ orderId }) => orderId);

async function stateOf({ orderId, userId }: PaidOrder) {
  const { db } = shop.ctx;
  const { status } = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const audits = await db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', orderId)
    .orderBy('id')
    .execute();
  const { entries } = await listCollection(shop.ctx, { userId, cursor: null });
  const mails = (await shop.jobs()).filter(
    (job) => job.name === 'mail-links-delivered' && job.data.orderId === orderId,
  );
  return {
    status,
    seen: entries.map((entry) => entry.downloadLink),
    audits: audits.map(({ action }) => action),
    mails: mails.length,
  };
}

const setDue = (order: PaidOrder, minutes: number) =>
  shop.ctx.db
    .updateTable('orders')
    .set({ due_at: new Date(shop.ctx.now().getTime() + minutes * 60_000) })
    .where('id', '=', order.orderId)
    .execute();

test('what waits stands by skin, longest overdue first; one link completes every order of it', async () => {
  const [one, two, other] = [await paid(0), await paid(0), await paid(1)];
  await setDue(two, -20);
  await setDue(other, -10);
  const groups = await listDesk(shop.ctx);
  expect(groups.map(({ sku }) => sku)).toEqual([skinAt(0).sku, skinAt(1).sku]);
  expect(groups[0]!.orders.map(({ id }) => id)).toEqual(idsOf(two, one));
  expect(await deliver(0)).toEqual({
    ok: true,
    completed: idsOf(two, one),
    waitingForOthers: [],
    failed: [],
  });
  const done = { status: 'completed', seen: [LINK], audits: ['order.links_sent'], mails: 1 };
  expect([await stateOf(one), await stateOf(two)]).toEqual([done, done]);
  expect(await groupOf(0)).toBeNull();
  expect(await groupOf(1)).toMatchObject({ orders: [{ id: other.orderId }] });
});

test('an order of several skins is completed by its last one, and its buyer sees no link before', async () => {
  const both = await paid(2, 3);
  expect(await deliver(2)).toMatchObject({ completed: [], waitingForOthers: idsOf(both) });
  expect(await stateOf(both)).toEqual({
    status: 'pending',
    seen: [null, null],
    audits: ['order.link_filled'],
    mails: 0,
  });
  expect(await groupOf(2)).toBeNull();
  expect(await deliver(3)).toMatchObject({ completed: idsOf(both) });
  expect(await stateOf(both)).toEqual({
    status: 'completed',
    seen: [LINK, LINK],
    audits: ['order.link_filled', 'order.links_sent'],
    mails: 1,
  });
});

test('the link is learned, and shown for the next one; for one order alone it is not', async () => {
  const [one, two] = [await paid(4), await paid(4)];
  expect(await deliver(4, { onlyOrderId: one.orderId })).toMatchObject({ completed: idsOf(one) });
  expect(await groupOf(4)).toMatchObject({ orders: [{ id: two.orderId }], file: null });
  await deliver(4);
  await paid(4);
  expect(await groupOf(4)).toMatchObject({
    file: { link: LINK, stored: null, auto: false, broken: false, updating: false },
  });
});

test('a file that the shop stores is delivered as a link is, and shown for the next order; an unknown one is refused', async () => {
  const order = await paid(14);
  const give = (fileId: string) =>
    deliverSkin(shop.ctx, { actorUserId: clerk, ...skinAt(14), content: { fileId } });
  expect(await give(randomUUID())).toMatchObject({ ok: false, reason: 'unknown_file' });
  // What the nightly cleaning took a moment ago is nobody's.
  const gone = { ...skinAt(14), content: { fileId: randomUUID() }, onlyThisOrder: true };
  await expect(
    deliverItem(shop.ctx, { actorUserId: clerk, orderId: order.orderId, ...gone }),
  ).rejects.toThrow('no result');
  const fileId = await storeTestFile(shop, clerk, 'pacote.zip');
  expect(await give(fileId)).toMatchObject({ ok: true, completed: idsOf(order) });
  await paid(14);
  expect(await groupOf(14)).toMatchObject({
    file: { link: null, stored: { id: fileId, name: 'pacote.zip' } },
  });
});

test('two clerks with the same skins at once: each order is completed once and mailed once', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? paid(5, 6) : paid(6, 5))));
  const results = await Promise.all([deliver(5), deliver(6), deliver(6), deliver(5)]);
  const completed = results.flatMap((result) => result.completed);
  expect(completed.toSorted(compare)).toEqual(idsOf(...orders).toSorted(compare));
  for (const { failed } of results) {
    expect(failed.filter(({ reason }) => !/^already_(?:filled|completed)$/.test(reason))).toEqual([]);
  }
  for (const order of orders) expect(await stateOf(order)).toMatchObject({ status: 'completed', mails: 1 });
});

test('an order that cannot be written is named, and keeps no other from its delivery', async () => {
  const [first, bad, last] = [await paid(7), await paid(7), await paid(7)];
  const { db } = shop.ctx;
  await sql
    .raw(
      `create or replace function fail_one() returns trigger language plpgsql as
      $$ begin if new.id = '${bad.orderId}' then raise exception 'disk full'; end if; return new; end $$`,
    )
    .execute(db);
  await sql
    .raw('create trigger fault before update on orders for each row execute function fail_one()')
    .execute(db);
  const failed = [{ id: bad.orderId, reason: 'internal_error' }];
  expect(await deliver(7)).toMatchObject({ completed: idsOf(first, last), failed });
  await sql.raw('drop trigger fault on orders').execute(db);
  expect(await stateOf(bad)).toEqual({ status: 'pending', seen: [null], audits: [], mails: 0 });
  expect(await deliver(7)).toMatchObject({ completed: idsOf(bad), failed: [] });
});

test('an order whose money goes back, or is in doubt or asked back, is not on the desk and gets nothing', async () => {
  const [doubted, back, asked] = [await paid(8), await paid(8), await paid(8)];
  const { db } = shop.ctx;
  const { userId, orderId } = asked;
  expect(await withdrawOrder(shop.ctx, { userId, orderId, reason: '' })).toMatchObject({
    state: 'requested',
  });
  await db
    .updateTable('charges')
    .set({ status: 'held', doubted_at: shop.ctx.now(), doubted_cents: 1 })
    .where('order_id', '=', doubted.orderId)
    .execute();
  await db
    .updateTable('charges')
    .set((eb) => ({
      charged_back_cents: eb.ref('paid_amount_cents').$notNull(),
      charged_back_at: shop.ctx.now(),
    }))
    .where('order_id', '=', back.orderId)
    .execute();
  expect(await groupOf(8)).toBeNull();
  const refused = async (order: PaidOrder): Promise<DeliverSkinResult> =>
    deliver(8, { onlyOrderId: order.orderId });
  expect(await refused(doubted)).toMatchObject({ failed: [{ reason: 'payment_under_review' }] });
  expect(await refused(back)).toMatchObject({ failed: [{ reason: 'being_refunded' }] });
  expect(await deliver(8)).toEqual({ ok: true, completed: [], waitingForOthers: [], failed: [] });
  // A clerk who names it knows what its page says.
  expect(await deliver(8, { onlyOrderId: orderId })).toMatchObject({ completed: [orderId] });
});

const heldRows = () => shop.ctx.db.selectFrom('held_deliveries').selectAll().execute();

async function hold(position: number, content: SkinContent = { link: LINK }, asks = false) {
  return holdDelivery(shop.ctx, { actorUserId: clerk, ...skinAt(position), content, asks });
}

/** The id of the delivery that is held now. */
async function held(position: number, content?: SkinContent): Promise<string> {
  const result = await hold(position, content);
  if (!result.ok || !result.held) throw new Error('The delivery was not held.');
  return result.held.id;
}

test('what is held is neither delivered nor mailed, and can be taken back until its seconds are over', async () => {
  const order = await paid(15);
  const untouched = { status: 'pending', seen: [null], audits: [], mails: 0 };
  const heard = async () => (await shop.events()).filter(({ event }) => event === 'desk-held').length;
  const before = await heard();
  const first = await held(15);
  expect(await heard()).toBe(before + 1);
  expect(await hold(15)).toMatchObject({ ok: false, reason: 'held_already' });
  await deliverHeld(shop.ctx);
  expect(await stateOf(order)).toEqual(untouched);
  expect(await listHeld(shop.ctx)).toMatchObject([
    { id: first, sku: skinAt(15).sku, link: LINK, heldBy: clerk },
  ]);

  expect(await undo(first)).toBe(true);
  expect(await undo(first)).toBe(false);
  const undone = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'subject_id'])
    .where('action', '=', 'skin_file.delivery_undone')
    .execute();
  const { sku } = skinAt(15);
  expect(undone).toEqual([{ actor_user_id: clerk, subject_id: skinKey(sku) }]);
  shop.passSeconds(UNDO_SECONDS);
  await deliverHeld(shop.ctx);
  expect([await stateOf(order), (await groupOf(15))?.file]).toEqual([untouched, null]);

  const second = await held(15);
  shop.passSeconds(UNDO_SECONDS);
  await deliverHeld(shop.ctx);
  expect(await stateOf(order)).toEqual({
    status: 'completed',
    seen: [LINK],
    audits: ['order.links_sent'],
    mails: 1,
  });
  expect(await undo(second)).toBe(false);
  expect([await heldRows(), await hold(15)]).toEqual([[], { ok: true, held: null }]);
});

test('what a program delivers with time to take it back stands in the log under the name of its key', async () => {
  const order = await paid(31);
  const { id: keyId } = await shop.ctx.db
    .insertInto('api_keys')
    .values({
      name: 'Robô',
      prefix: 'flg_abcd',
      digest: 'x',
      scopes: ['orders:deliver'],
      addresses: null,
      created_by: clerk,
      created_at: shop.ctx.now(),
      expires_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const program = { keyId, name: 'Robô', isNoted: false };
  await holdDelivery(
    { ...shop.ctx, program },
    { actorUserId: clerk, ...skinAt(31), content: { link: LINK } },
  );
  shop.passSeconds(UNDO_SECONDS);
  await deliverHeld(shop.ctx);
  const { details } = await shop.ctx.db
    .selectFrom('audit_log')
    .select('details')
    .where('subject_id', '=', order.orderId)
    .where('action', '=', 'order.links_sent')
    .executeTakeFirstOrThrow();
  expect(details).toMatchObject({ program: 'Robô' });
});

test('taken back at the moment in which it goes: it is either delivered or taken back, never both and never neither', async () => {
  const fates = new Set<string>();
  // Whoever is asked first wins mostly. How close they come depends on the machine, so the distance grows.
  for (let n = 0; n < 12 || (fates.size < 2 && n < 60); n++) {
    const order = await paid(16);
    const id = await held(16);
    shop.passSeconds(UNDO_SECONDS);
    const isLate = n % 2 === 1;
    const delivery = isLate ? sleep(n % 12).then(() => deliverHeld(shop.ctx)) : deliverHeld(shop.ctx);
    const isBack = await undo(id);
    await delivery;
    fates.add(isBack ? 'back' : 'delivered');
    const stored = { status: 'pending', seen: [null], mails: 0 };
    const sent = { status: 'completed', seen: [LINK], mails: 1 };
    expect(await stateOf(order)).toMatchObject(isBack ? stored : sent);
    expect(await heldRows()).toEqual([]);
    if (isBack) await deliver(16);
  }
  expect(fates).toEqual(new Set(['back', 'delivered']));
});

test('a process that dies while it delivers what was held leaves it to the next one, which mails nobody twice', async () => {
  const [one, two] = [await paid(17), await paid(17)];
  const id = await held(17);
  shop.passSeconds(UNDO_SECONDS);
  await shop.ctx.db.updateTable('held_deliveries').set({ begun_at: shop.ctx.now() }).execute();
  expect(await undo(id)).toBe(false);
  expect(await deliver(17, { onlyOrderId: one.orderId })).toMatchObject({ completed: idsOf(one) });
  await Promise.all([deliverHeld(shop.ctx), deliverHeld(shop.ctx)]);
  for (const order of [one, two])
    expect(await stateOf(order)).toMatchObject({ status: 'completed', mails: 1 });
  expect(await heldRows()).toEqual([]);
});

test('what another skin has already is asked first by name, and accepted from whoever does not ask', async () => {
  const link = 'https://arquivos.exemplo.com/so-uma.zip';
  const [fileId, copy] = [
    await storeTestFile(shop, clerk, 'um.zip'),
    await storeTestFile(shop, clerk, 'um.zip'),
  ];
  await Promise.all([paid(18), paid(19), paid(20), paid(21)]);
  await deliver(18, { link });
  const { ok: _ok, ...question } = await hold(19, { link }, true);
  expect(question).toMatchObject({ reason: 'of_other_skin' });
  const { championName, name } = shop.ctx.catalog.current().findSkin(skinAt(18).sku)!;
  expect(question).toMatchObject({
    fields: { ask: `Este link já é de ${name} (${championName}). Enviar mesmo assim?` },
  });
  const immediately = { actorUserId: clerk, ...skinAt(19), content: { link } };
  expect(await deliverSkin(shop.ctx, { ...immediately, asks: true })).toMatchObject(question);
  expect(await groupOf(19)).toMatchObject({ file: null });
  expect(await deliverSkin(shop.ctx, immediately)).toMatchObject({ ok: true, failed: [] });
  // It has the link now, so nobody is asked again.
  await paid(19);
  expect(await hold(19, { link }, true)).toMatchObject({ ok: true });

  // Two clerks at once, one file for two skins, sent from two machines: one of them is asked.
  const both = await Promise.all([hold(20, { fileId }, true), hold(21, { fileId: copy }, true)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'of_other_skin' });
  shop.passSeconds(UNDO_SECONDS);
  await deliverHeld(shop.ctx);
});

test('what cannot be delivered now is logged, stays held, and goes with the next try', async () => {
  await paid(22);
  expect(await hold(22, { link: 'https://arquivos.exemplo.com/na-segunda.zip' })).toMatchObject({ ok: true });
  shop.passSeconds(UNDO_SECONDS);
  const broken = { ...shop.ctx, transaction: () => Promise.reject(new Error('The database went away.')) };
  await deliverHeld(broken);
  expect(shop.logLines.map(({ event }) => event)).toContain('desk.held_failed');
  expect(await heldRows()).toHaveLength(1);
  await deliverHeld(shop.ctx);
  expect(await heldRows()).toEqual([]);
});

test('what is refused says why', async () => {
  const order = await paid(9);
  const request = { actorUserId: clerk, ...skinAt(9), content: { link: 'javascript:alert(1)' } };
  expect(await deliverSkin(shop.ctx, request)).toMatchObject({ ok: false, reason: 'invalid_link' });
  const asked = async (position: number, onlyOrderId: string) =>
    (await deliver(position, { onlyOrderId })).failed.map(({ reason }) => reason);
  expect(await asked(9, randomUUID())).toEqual(['not_found']);
  expect(await asked(10, order.orderId)).toEqual(['already_filled']);
  await deliver(9);
  expect(await asked(9, order.orderId)).toEqual(['already_completed']);
});

function compare(one: string, other: string): number {
  return one < other ? -1 : 1;
}
