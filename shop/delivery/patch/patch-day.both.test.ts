import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderMails } from '#jobs/mails/order-mails.ts';
import { listAudit } from '#shop/audit/list-audit.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import { declineWithdrawal } from '#shop/orders/decline-withdrawal.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { cancelOrder } from '#shop/orders/cancel-order.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder, type PaidOrder } from '#test/paid-order.ts';
import { buy, customer, skinsOf } from '#test/purchases.ts';
import { createProduct, updateProduct } from '#shop/products/save-product.ts';
import { deliverSkin } from '../desk/deliver-skin.ts';
import { markBroken } from '../files/mark-broken.ts';
import { replaceLink } from '../replace-link.ts';
import { saveSkinFile } from '../files/save-skin-file.ts';
import { sendLinks } from '../send-links.ts';
import { readPatchProgress } from './list-patch.ts';
import { listUpdatedSkins } from './list-updated-skins.ts';
import { releaseOrders } from './release-orders.ts';
import { countPatch, setPatchState, type PatchScope } from './set-patch-state.ts';
import { tellOwners } from './tell-owners.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Equipe');
});
afterAll(() => shop.close());

const link = (name: string) => `https://arquivos.exemplo.com/${name}.zip`;
const skinAt = (position: number) => skinsOf(shop.ctx, position)[0]!;
const only = (...positions: number[]): PatchScope => ({
  skins: positions.map((position) => skinAt(position).sku),
});
const paid = (...positions: number[]) => createPaidOrder(shop, buy(shop.ctx, positions));
const paidBy = (userId: string, ...positions: number[]) =>
  createPaidOrder(shop, buy(shop.ctx, positions), userId);
const save = (position: number, changes: { link?: string; auto?: boolean }) =>
  saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(position), ...changes });
const mark = (scope: PatchScope) =>
  setPatchState(shop.ctx, { actorUserId: clerk, scope, state: 'updating', notify: false });
const ready = (scope: PatchScope, notify = true) =>
  setPatchState(shop.ctx, { actorUserId: clerk, scope, state: 'ready', notify });

async function orderOf({ orderId }: PaidOrder) {
  return shop.ctx.db
    .selectFrom('orders')
    .select(['status', 'due_at', 'completed_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
}

const jobsAbout = async (name: string, ids: Record<string, string>) =>
  (await shop.jobs()).filter(
    (job) =>
      job.name === name &&
      Object.entries(ids).every(([key, id]) => (job.data as Record<string, unknown>)[key] === id),
  );
const newsOf = (userId: string) => jobsAbout('mail-skins-updated', { userId });

async function entryOf(userId: string, position = 0) {
  const { entries } = await listCollection(shop.ctx, { userId, cursor: null });
  const skin = skinAt(position);
  return entries.find((entry) => entry.sku === skin.sku)!;
}

test('who buys while the file is being updated waits without a promise, and is served once when it is ready', async () => {
  await save(0, { link: link('0a'), auto: true });
  expect(await mark(only(0))).toEqual({ skins: 1, owners: 0 });
  expect(await mark(only(0))).toEqual({ skins: 0, owners: 0 });
  const order = await paid(0);
  expect(await orderOf(order)).toMatchObject({ status: 'pending', due_at: null });
  const shown = await listOwnOrders(shop.ctx, { userId: order.userId, cursor: null });
  expect(shown.entries[0]).toMatchObject({ awaitsUpdate: true, dueAt: null });
  await releaseOrders(shop.ctx);
  expect((await orderOf(order)).status).toBe('pending');

  expect(await ready(only(0), false)).toEqual({ skins: 1, owners: 0 });
  await Promise.all([releaseOrders(shop.ctx), releaseOrders(shop.ctx)]);
  await releaseOrders(shop.ctx);
  const after = await orderOf(order);
  expect(after.status).toBe('completed');
  expect(after.due_at!.getTime()).toBeGreaterThan(after.completed_at!.getTime());
  expect(await jobsAbout('mail-links-delivered', { orderId: order.orderId })).toHaveLength(1);
  expect((await entryOf(order.userId)).downloadLink).toBe(link('0a'));
  await tellOwners(shop.ctx);
  expect(await newsOf(order.userId)).toEqual([]);
});

test('a new file ends the wait too; without delivery by itself the promise begins then', async () => {
  await save(1, { link: link('1a') });
  await mark(only(1));
  const order = await paid(1);
  shop.passSeconds(3600);
  await save(1, { link: link('1b') });
  await releaseOrders(shop.ctx);
  const { status, due_at } = await orderOf(order);
  expect(status).toBe('pending');
  expect(due_at!.getTime() - shop.ctx.now().getTime()).toBeGreaterThan(14 * 60_000);
  const [shown] = (await listOwnOrders(shop.ctx, { userId: order.userId, cursor: null })).entries;
  expect(shown).toMatchObject({ awaitsUpdate: false, dueAt: due_at });
});

test('of an order of two, what is ready waits in it for what is being updated', async () => {
  await save(2, { link: link('2a'), auto: true });
  await save(3, { link: link('3a'), auto: true });
  await mark(only(3));
  const order = await paid(2, 3);
  expect(order.items.filter((item) => item.link !== null)).toHaveLength(1);
  expect((await orderOf(order)).status).toBe('pending');
  // What has its content keeps it, whatever becomes of its skin's file.
  await save(2, { link: link('2b'), auto: false });
  await save(3, { link: link('3b') });
  await releaseOrders(shop.ctx);
  expect((await orderOf(order)).status).toBe('completed');
  expect((await entryOf(order.userId, 3)).downloadLink).toBe(link('3b'));
});

test("a product's own link waits as well", async () => {
  const { sku, championId } = skinAt(4);
  const before = await readPatchProgress(shop.ctx);
  await shop.ctx.db
    .insertInto('products')
    .values({
      name: 'Pronta',
      price_cents: 1500,
      download_url: link('4a'),
      sku,
    })
    .execute();
  expect(await readPatchProgress(shop.ctx)).toEqual({ ...before, known: before.known + 1 });
  expect(await mark({ championId })).toMatchObject({ skins: 1 });
  expect((await readPatchProgress(shop.ctx)).known).toBe(before.known + 1);
  const order = await paid(4);
  expect((await orderOf(order)).status).toBe('pending');
  await ready({ championId }, false);
  await releaseOrders(shop.ctx);
  expect((await orderOf(order)).status).toBe('completed');
  expect((await entryOf(order.userId, 4)).downloadLink).toBe(link('4a'));
});

test('owners are led to the address that a product has after a patch, whenever it got that', async () => {
  const { sku } = skinAt(21);
  const product = { name: 'De endereço próprio', priceCents: 1500, downloadUrl: link('21a'), sku };
  const created = await createProduct(shop.ctx, { actorUserId: clerk, ...product });
  const move = (name: string, of = created) =>
    updateProduct(shop.ctx, {
      actorUserId: clerk,
      productId: 'id' in of ? of.id : '',
      downloadUrl: link(name),
    });
  const { userId } = await paid(21);
  const download = async () => (await entryOf(userId, 21)).downloadLink;
  await mark(only(21));
  shop.passSeconds(60);
  // While it is being updated that is the new file, and the mark goes.
  await move('21b');
  expect(await download()).toBe(link('21b'));
  expect(await ready(only(21))).toEqual({ skins: 0, owners: 0 });
  // After that it is the same file at another address.
  await move('21c');
  await mark(only(21));
  shop.passSeconds(60);
  await ready(only(21));
  expect(await download()).toBe(link('21c'));
  // A file of its own stays what it is.
  await save(23, { link: link('23a') });
  const own = await createProduct(shop.ctx, { actorUserId: clerk, ...product, ...skinAt(23) });
  const { userId: other } = await paid(23);
  await move('23b', own);
  await mark(only(23));
  await ready(only(23));
  expect((await entryOf(other, 23)).downloadLink).toBe(link('23a'));
});

// shows: purchase 26
test('who waits, and who buys after a patch, get the new file of a product with an address of its own', async () => {
  const { sku } = skinAt(24);
  const product = { name: 'De endereço', priceCents: 1500, downloadUrl: link('24a'), sku };
  await createProduct(shop.ctx, { actorUserId: clerk, ...product });
  const download = async ({ userId }: PaidOrder) => (await entryOf(userId, 24)).downloadLink;
  const before = await paid(24);
  await mark(only(24));
  const waiting = await paid(24);
  await save(24, { link: link('24b') });
  await releaseOrders(shop.ctx);
  const orders = [before, waiting, await paid(24)];
  expect(await Promise.all(orders.map(download))).toEqual(orders.map(() => link('24b')));

  // A stored file delivers in the place of the address.
  await mark(only(24));
  const fileId = await storedFile();
  await saveSkinFile(shop.ctx, { actorUserId: clerk, sku, fileId });
  const { items } = await paid(24);
  expect(items).toMatchObject([{ state: 'delivered', link: null, file_id: fileId }]);
  const { download_url } = await shop.ctx.db
    .selectFrom('products')
    .select('download_url')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
  expect(download_url).toBeNull();
  const { entries } = await listAudit(shop.ctx, { cursor: null });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['product.updated', 'skin_file.auto_on', 'skin_file.saved']),
  );
});

test('what would happen is counted as it then happens, and nothing is done by it', async () => {
  const [known, unknown] = [19, 20];
  await save(known, { link: link('19a'), auto: true });
  const { sku, championId } = skinAt(unknown);
  const product = { name: 'De produto', priceCents: 1500, downloadUrl: link('20a'), sku };
  await createProduct(shop.ctx, { actorUserId: clerk, ...product });
  const { userId } = await paid(known);
  await paidBy(userId, unknown);
  await paid(unknown);
  const scopes: PatchScope[] = [
    only(known),
    only(unknown),
    only(known, unknown),
    { championId },
    { all: true },
  ];
  const count = (state: 'updating' | 'ready') =>
    Promise.all(scopes.map((scope) => countPatch(shop.ctx, { scope, state })));
  expect((await count('updating')).slice(0, 3)).toEqual([
    { skins: 1, owners: 1 },
    { skins: 1, owners: 2 },
    { skins: 2, owners: 2 },
  ]);
  expect((await count('ready')).slice(0, 3)).toEqual(
    Array.from({ length: 3 }, () => ({ skins: 0, owners: 0 })),
  );
  for (const scope of scopes.slice(2)) {
    for (const state of ['updating', 'ready'] as const) {
      const counted = await countPatch(shop.ctx, { scope, state });
      const request = { actorUserId: clerk, scope, state, notify: false };
      expect(await setPatchState(shop.ctx, request)).toEqual(counted);
    }
  }
});

test('an order that staff deliver before the update, or whose money goes back, is not delivered again', async () => {
  await save(5, { link: link('5a'), auto: true });
  await mark(only(5));
  const sent = await paid(5);
  const links = Object.fromEntries(sent.items.map(({ id }) => [id, link('5-so-este')]));
  await sendLinks(shop.ctx, { actorUserId: clerk, orderId: sent.orderId, links, onlyThisOrder: true });
  const cancelled = await paid(5);
  const reason = { actorUserId: clerk, orderId: cancelled.orderId, reason: 'Desistiu.' };
  expect(await cancelOrder(shop.ctx, reason)).toMatchObject({ ok: true });
  await ready(only(5), false);
  await releaseOrders(shop.ctx);
  expect(await jobsAbout('mail-links-delivered', { orderId: sent.orderId })).toHaveLength(1);
  expect((await orderOf(sent)).due_at).toEqual((await orderOf(sent)).completed_at);
  expect((await entryOf(sent.userId, 5)).downloadLink).toBe(link('5-so-este'));
  expect((await orderOf(cancelled)).status).toBe('cancelled');
  expect(
    await shop.ctx.db.selectFrom('grants').select('id').where('waits_for', '=', 'update').execute(),
  ).toEqual([]);
});

// shows: purchase 26
test('an order that its buyer asks back waits for the answer of staff, who may deliver it all the same', async () => {
  await save(13, { link: link('13a'), auto: true });
  await mark(only(13));
  const [refused, sent] = [await paid(13), await paid(13)];
  for (const { userId, orderId } of [refused, sent]) {
    expect(await withdrawOrder(shop.ctx, { userId, orderId, reason: '' })).toMatchObject({
      state: 'requested',
    });
  }
  await ready(only(13), false);
  await releaseOrders(shop.ctx);
  expect(await orderOf(refused)).toMatchObject({ status: 'pending', due_at: null });
  expect((await orderOf(sent)).status).toBe('pending');

  const links = Object.fromEntries(sent.items.map(({ id }) => [id, link('13-a-mao')]));
  const byHand = { actorUserId: clerk, orderId: sent.orderId, links, onlyThisOrder: true };
  expect(await sendLinks(shop.ctx, byHand)).toMatchObject({ ok: true });
  const answer = { actorUserId: clerk, orderId: refused.orderId, answer: 'Fica pronta hoje.' };
  expect(await declineWithdrawal(shop.ctx, answer)).toEqual({ ok: true });
  await releaseOrders(shop.ctx);
  expect((await orderOf(refused)).status).toBe('completed');
  const data = { id: refused.orderId, status: 'completed' };
  expect(await shop.events()).toContainEqual({ topic: 'staff', event: 'staff-orders', data });
  expect(await jobsAbout('mail-links-delivered', { orderId: sent.orderId })).toHaveLength(1);
  expect(
    await shop.ctx.db.selectFrom('grants').select('id').where('waits_for', '=', 'update').execute(),
  ).toEqual([]);
});

async function storedFile(): Promise<string> {
  const id = crypto.randomUUID();
  const file = { id, name: 'nova.zip', size: 9, sha256: id, created_at: shop.ctx.now(), created_by: null };
  await shop.ctx.db
    .insertInto('files')
    .values({ ...file, verdict: 'clean' })
    .execute();
  return id;
}

/** @returns who has claimed the skin of this order, which was given. */
async function giveAway({ orderId }: PaidOrder): Promise<string> {
  const receiver = await shop.createUser('Amiga');
  await shop.ctx.db
    .insertInto('gifts')
    .values({
      id: crypto.randomUUID(),
      order_id: orderId,
      receiver_email: null,
      message: null,
      status: 'claimed',
      nonce: null,
      token_digest: orderId,
      created_at: shop.ctx.now(),
      expires_at: shop.ctx.now(),
      ended_at: shop.ctx.now(),
    })
    .execute();
  await shop.ctx.db
    .updateTable('grants')
    .set({ owner_id: receiver })
    .where('order_id', '=', orderId)
    .execute();
  return receiver;
}

async function dispute(orderId: string): Promise<void> {
  const { id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await shop.ctx.db
    .insertInto('disputes')
    .values({
      order_id: orderId,
      charge_id: id,
      gateway: 'simulator',
      gateway_dispute_id: id,
      opened_at: shop.ctx.now(),
      answer_by: null,
      reason: 'fraude',
    })
    .execute();
}

test('owners read that it is being updated, then that there is something new, which their download leads to', async () => {
  await save(6, { link: link('6a'), auto: true });
  const owner = await paid(6);
  shop.passSeconds(60);
  expect(await mark(only(6))).toEqual({ skins: 1, owners: 1 });
  expect(await entryOf(owner.userId, 6)).toMatchObject({ news: 'updating', downloadLink: link('6a') });
  shop.passSeconds(60);
  await save(6, { link: link('6b') });
  const entry = await entryOf(owner.userId, 6);
  expect(entry).toMatchObject({ news: 'updated', downloadLink: link('6b') });
  const asked = { userId: owner.userId, entryId: entry.id };
  expect(await findDownload(shop.ctx, asked)).toEqual({ link: link('6b') });
  // What the order delivered stands in the order.
  const { entries } = await listOwnOrders(shop.ctx, { userId: owner.userId, cursor: null });
  expect(entries[0]!.items[0]!.downloadLink).toBe(link('6a'));

  const fileId = await storedFile();
  shop.passSeconds(60);
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(6), fileId });
  expect(await findDownload(shop.ctx, asked)).toMatchObject({ file: { id: fileId, name: 'nova.zip' } });
  expect((await entryOf(owner.userId, 6)).downloadLink).toContain(`/dashboard/download-skin/${entry.id}`);

  await shop.ctx.db
    .insertInto('delivery_records')
    .values({
      order_item_id: owner.items[0]!.id,
      user_id: owner.userId,
      kind: 'downloaded',
      at: shop.ctx.now(),
      network: null,
      device: null,
      once: 'x',
    })
    .execute();
  expect((await entryOf(owner.userId, 6)).news).toBeNull();
  // A link that staff give this owner later is newer than the patch.
  shop.passSeconds(60);
  await replaceLink(shop.ctx, {
    actorUserId: clerk,
    orderId: owner.orderId,
    itemId: owner.items[0]!.id,
    link: link('6-so-este'),
    onlyThisOrder: true,
  });
  expect(await findDownload(shop.ctx, asked)).toEqual({ link: link('6-so-este') });
});

test('a new file outside of a patch leaves the owners what they have', async () => {
  await save(7, { link: link('7a'), auto: true });
  const owner = await paid(7);
  shop.passSeconds(60);
  await save(7, { link: link('7b') });
  await tellOwners(shop.ctx);
  expect(await entryOf(owner.userId, 7)).toMatchObject({ news: null, downloadLink: link('7a') });
  expect(await newsOf(owner.userId)).toEqual([]);
});

test('the file in place of a broken one reaches whoever holds that, once, and nobody else', async () => {
  const position = 14;
  const content = await storedFile();
  await save(position, { link: link('14a'), auto: true });
  const [owner, apart, refunded, disputed, given] = [
    await paid(position),
    await paid(position),
    await paid(position),
    await paid(position),
    await paid(position),
  ];
  const own = { actorUserId: clerk, itemId: apart.items[0]!.id, onlyThisOrder: true };
  await replaceLink(shop.ctx, { ...own, orderId: apart.orderId, link: link('14-so-este') });
  await shop.ctx.db
    .updateTable('grants')
    .set({ state: 'revoked', is_shown: false })
    .where('order_id', '=', refunded.orderId)
    .execute();
  const receiver = await giveAway(given);
  await dispute(disputed.orderId);
  shop.passSeconds(60);

  // Twice pressed, and by two clerks at once.
  await markBroken(shop.ctx, { actorUserId: clerk, ...skinAt(position), broken: true });
  await Promise.all([save(position, { link: link('14b') }), save(position, { link: link('14b') })]);
  await save(position, { link: link('14b') });
  const dying = { ...shop.ctx, enqueue: () => Promise.reject(new Error('killed')) };
  await tellOwners(dying).catch(() => null);
  await Promise.all([tellOwners(shop.ctx), tellOwners(shop.ctx)]);
  await tellOwners(shop.ctx);

  const linkOf = async (userId: string) => (await entryOf(userId, position)).downloadLink;
  const told = async (userId: string) => (await newsOf(userId)).length;
  expect(await entryOf(owner.userId, position)).toMatchObject({ news: 'mended', downloadLink: link('14b') });
  expect([await linkOf(receiver), await told(receiver)]).toEqual([link('14b'), 1]);
  expect([await linkOf(apart.userId), await told(apart.userId)]).toEqual([link('14-so-este'), 0]);
  expect([await linkOf(disputed.userId), await told(disputed.userId)]).toEqual([link('14a'), 0]);
  expect([await told(owner.userId), await told(refunded.userId), await told(given.userId)]).toEqual([
    1, 0, 0,
  ]);
  const [news] = await newsOf(owner.userId);
  const named = await listUpdatedSkins(shop.ctx, news!.data as { patchId: string; userId: string });
  expect(named).toMatchObject([{ orderId: owner.orderId, mended: true }]);
  // What the order delivered stands in the order, which is the proof of it.
  const { entries } = await listOwnOrders(shop.ctx, { userId: owner.userId, cursor: null });
  expect(entries[0]!.items[0]!.downloadLink).toBe(link('14a'));
  const mends = await shop.ctx.db
    .selectFrom('audit_log')
    .select('actor_user_id')
    .where('action', '=', 'skin_file.mended')
    .execute();
  expect(mends).toEqual([{ actor_user_id: clerk }]);

  await shop.ctx.db.deleteFrom('disputes').where('order_id', '=', disputed.orderId).execute();
  await tellOwners(shop.ctx);
  expect([await linkOf(disputed.userId), await told(disputed.userId)]).toEqual([link('14b'), 1]);

  // A file that works is replaced for the next orders; whoever followed goes on following.
  await save(position, { link: link('14c') });
  await tellOwners(shop.ctx);
  expect([await linkOf(owner.userId), await told(owner.userId)]).toEqual([link('14c'), 1]);
  // The next one that breaks is another one, also where the shop keeps it.
  await saveSkinFile(shop.ctx, { actorUserId: clerk, ...skinAt(position), fileId: content });
  const late = await paid(position);
  await markBroken(shop.ctx, { actorUserId: clerk, ...skinAt(position), broken: true });
  shop.passSeconds(60);
  await save(position, { link: link('14d') });
  await tellOwners(shop.ctx);
  for (const [{ userId }, times] of [
    [owner, 2],
    [late, 1],
  ] as const) {
    const { id } = await entryOf(userId, position);
    expect(await findDownload(shop.ctx, { userId, entryId: id })).toEqual({ link: link('14d') });
    expect(await told(userId)).toBe(times);
  }
  expect([await linkOf(apart.userId), await told(apart.userId)]).toEqual([link('14-so-este'), 0]);
});

test('a delivery, a replaced link and a product mend a broken file as a saved one does', async () => {
  const ways: ((position: number, order: PaidOrder) => Promise<unknown>)[] = [
    async (position) => {
      const next = await paid(position);
      const links = Object.fromEntries(next.items.map(({ id }) => [id, link(`${position}b`)]));
      await sendLinks(shop.ctx, { actorUserId: clerk, orderId: next.orderId, links });
    },
    async (position) => {
      await paid(position);
      const content = { link: link(`${position}b`) };
      await deliverSkin(shop.ctx, { actorUserId: clerk, ...skinAt(position), content });
    },
    async (position) => {
      const other = await paid(position);
      const given = { actorUserId: clerk, orderId: other.orderId, itemId: other.items[0]!.id };
      await sendLinks(shop.ctx, {
        ...given,
        links: { [given.itemId]: link(`${position}-so-este`) },
        onlyThisOrder: true,
      });
      await replaceLink(shop.ctx, { ...given, link: link(`${position}b`) });
    },
    (position) => {
      const { sku } = skinAt(position);
      const product = {
        name: 'Pronta',
        priceCents: 1500,
        downloadUrl: link(`${position}b`),
        sku,
      };
      return createProduct(shop.ctx, { actorUserId: clerk, ...product });
    },
  ];
  for (const [n, way] of ways.entries()) {
    const position = 15 + n;
    await save(position, { link: link(`${position}a`), auto: true });
    const owner = await paid(position);
    await markBroken(shop.ctx, { actorUserId: clerk, ...skinAt(position), broken: true });
    shop.passSeconds(60);
    await way(position, owner);
    await tellOwners(shop.ctx);
    const entry = await entryOf(owner.userId, position);
    expect(entry, `${n}`).toMatchObject({ news: 'mended', downloadLink: link(`${position}b`) });
    expect(await newsOf(owner.userId), `${n}`).toHaveLength(1);
  }
});

test('one mail names everything of a person: when the last of it is ready, or after two hours', async () => {
  for (const position of [8, 9]) await save(position, { link: link(`${position}a`), auto: true });
  const both = await paid(8, 9);
  const one = await paid(8);
  const later = await paid(9);
  shop.passSeconds(60);
  expect(await mark(only(8, 9))).toEqual({ skins: 2, owners: 3 });
  shop.passSeconds(60);
  expect(await ready(only(8))).toEqual({ skins: 1, owners: 2 });
  await tellOwners(shop.ctx);
  expect([await newsOf(one.userId), await newsOf(both.userId)].map((each) => each.length)).toEqual([1, 0]);
  await save(9, { link: link('9b') });
  await Promise.all([tellOwners(shop.ctx), tellOwners(shop.ctx)]);
  for (const { userId } of [both, one, later]) expect(await newsOf(userId)).toHaveLength(1);
  const [news] = await newsOf(both.userId);
  const named = await listUpdatedSkins(shop.ctx, news!.data as { patchId: string; userId: string });
  const names = [8, 9].map((position) => shop.ctx.catalog.current().skins[position]!.name);
  expect(named.map(({ skinName }) => skinName).sort()).toEqual(names.sort());
  expect(named.every(({ orderId }) => orderId === both.orderId)).toBe(true);

  // The next patch is another one, also where a file of the last was never ready.
  await mark(only(8));
  await mark(only(9));
  shop.passSeconds(60);
  await ready(only(8));
  await tellOwners(shop.ctx);
  expect(await newsOf(both.userId)).toHaveLength(1);
  shop.passSeconds(2 * 3600 + 60);
  await tellOwners(shop.ctx);
  expect(await newsOf(both.userId)).toHaveLength(2);
  await mark({ all: true });
  shop.passSeconds(60);
  await ready({ all: true });
  await tellOwners(shop.ctx);
  for (const { userId } of [both, one]) expect(await newsOf(userId)).toHaveLength(3);
});

test('a gift that may be told to nobody keeps no mail about what else its owner bought', async () => {
  for (const position of [40, 41]) await save(position, { link: link(`${position}a`), auto: true });
  const gift = await paid(40);
  const receiver = await giveAway(gift);
  await paidBy(receiver, 41);
  shop.passSeconds(60);
  const grants = shop.ctx.db.updateTable('grants').set({ added_at: shop.ctx.now() });
  await grants.where('order_id', '=', gift.orderId).execute();
  await mark(only(40, 41));
  shop.passSeconds(60);
  await ready(only(40, 41));
  await tellOwners(shop.ctx);
  const [news] = await newsOf(receiver);
  const mailed = async () => {
    shop.mails.length = 0;
    await orderMails['mail-skins-updated'].run(shop.ctx, news!.data as never, 'updated');
    const names = [40, 41].map((position) => shop.ctx.catalog.current().skins[position]!.name);
    return shop.mails.map(({ to, text }) => [to, names.map((name) => text.includes(name))]);
  };
  expect(await mailed()).toEqual([[customer.email, [false, true]]]);
  const email = 'amiga@exemplo.com';
  await shop.ctx.db
    .updateTable('users')
    .set({ email, email_verified: true })
    .where('id', '=', receiver)
    .execute();
  expect(await mailed()).toEqual([[email, [true, true]]]);
});

test('nobody gets two mails for one patch, however marks, new files and crashes come', async () => {
  const positions = [10, 11, 12];
  for (const position of positions) await save(position, { link: link(`${position}`), auto: true });
  const owners = await Promise.all([
    paid(10),
    paid(11, 12),
    paid(10, 11, 12),
    paidBy((await paid(12)).userId, 10),
  ]);
  let version = 0;
  const step = fc.record({
    what: fc.constantFrom('mark', 'ready', 'silent', 'file', 'tell', 'crash'),
    position: fc.constantFrom(...positions),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      for (const { what, position } of steps) {
        shop.passSeconds(30);
        if (what === 'mark') await mark(only(position));
        if (what === 'ready') await ready(only(position));
        if (what === 'silent') await ready(only(position), false);
        if (what === 'file') await save(position, { link: link(`v${++version}`) });
        if (what === 'tell') await Promise.all([tellOwners(shop.ctx), tellOwners(shop.ctx)]);
        // The process dies before its transaction commits.
        if (what === 'crash') {
          const dying = { ...shop.ctx, enqueue: () => Promise.reject(new Error('killed')) };
          await tellOwners(dying).catch(() => null);
        }
      }
      await ready({ all: true });
      await tellOwners(shop.ctx);
      for (const { userId } of owners) {
        const patches = (await newsOf(userId)).map(({ data }) => (data as { patchId: string }).patchId);
        expect(new Set(patches).size).toBe(patches.length);
        const unmailed = await shop.ctx.db
          .selectFrom('patch_notices')
          .select('patch_id')
          .where('user_id', '=', userId)
          .where('mailed_at', 'is', null)
          .execute();
        expect(unmailed).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
});
