import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loader as downloadSkin } from '#app/endpoints/files/download-skin.ts';
import { describeGift } from '#app/routes/admin/orders/describe-gift.ts';
import { listChoices } from '#app/routes/gift/list-choices.ts';
import { askedJobs } from '#jobs/all-jobs.ts';
import { readPerson } from '#shop/accounts/profile/read-person.ts';
import { deleteAccount } from '#shop/accounts/profile/delete-account.ts';
import { refreshAlarms } from '#shop/alerts/refresh-alarms.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import type { Tx } from '#db/client.server.ts';
import { skinKey } from '#shop/catalog/sku.ts';
import type { OutwardContext } from '#shop/context.ts';
import { addKeys } from '#shop/delivery/keys/add-keys.ts';
import { deliverSkin } from '#shop/delivery/desk/deliver-skin.ts';
import { readWaiting } from '#shop/delivery/desk/read-waiting.ts';
import { recordDownload } from '#shop/delivery/record-download.ts';
import { saveSkinFile } from '#shop/delivery/files/save-skin-file.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { dayOf } from '#shop/numbers/day-span.ts';
import { findSoldItem } from '#shop/media/find-sold-item.ts';
import { listTopSkins } from '#shop/numbers/list-top-skins.ts';
import { readTotals } from '#shop/numbers/read-numbers.ts';
import { cancelOwnOrder } from '#shop/orders/cancel-order.ts';
import { declineWithdrawal } from '#shop/orders/decline-withdrawal.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { readReceipt } from '#shop/orders/read-receipt.ts';
import { readStaffOrder } from '#shop/orders/read-staff-order.ts';
import { createCoupon } from '#shop/pricing/save-coupon.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { withdrawOrder } from '#shop/orders/withdraw-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { startCharge } from '#shop/payments/charges/start-charge.ts';
import { dueAt } from '#shop/promise/due-at.ts';
import { endPreorder, savePreorder } from '#shop/preorders/change-preorders.ts';
import { createWebhook } from '#shop/programs/webhooks/change-webhooks.ts';
import { closeRefund } from '#shop/refunds/close-refund.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';
import { createMailer } from '#server/mailer.ts';
import { publishCatalog } from '#shop/file-catalogs/publish-catalog.ts';
import { tryFile } from '#shop/file-catalogs/try-file.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createGate } from '#test/faults/world/gate.ts';
import { startMailServer } from '#test/faults/world/mail-server.ts';
import { perform } from '#test/perform.ts';
import { customer, skinsOf } from '#test/purchases.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { addressGift } from './address-gift.ts';
import { claimGift } from './claim-gift.ts';
import { correctGift } from './correct-gift.ts';
import { keepGifts } from './keep-gifts.ts';
import { addDueRefund } from '#shop/refunds/add-due-refund.ts';
import { revokeGrants } from '#shop/states/grant-state.ts';
import { CLAIM_DAYS } from '#shop/states/offer-gift.ts';
import { readGift } from './read-gift.ts';

let shop: TestContext;
let staffId: string;
beforeAll(async () => {
  shop = await createTestContext();
  staffId = await shop.createUser();
});
beforeEach(async () => {
  // What an earlier test left unclaimed is over.
  shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1);
  await keepGifts(shop.ctx);
  await shop.forget();
});
afterAll(() => shop.close());

const RECEIVER = 'amiga@exemplo.com';
type Claim = Awaited<ReturnType<typeof claimGift>>;
const reasonOf = (claim: Claim): string => (claim.ok ? 'ok' : claim.reason);

async function place(userId: string, position: number, isGift = true) {
  const placed = await placeOrder(shop.ctx, {
    userId,
    customer,
    purchase: { kind: 'skins', skins: skinsOf(shop.ctx, position) },
    shownTotalCents: null,
    idempotencyKey: null,
    gift: isGift ? { email: RECEIVER, message: 'Feliz aniversário!' } : null,
  });
  if (!placed.ok) throw new Error(JSON.stringify(placed));
  const started = await startCharge(shop.ctx, placed.charge);
  if (!started.ok) throw new Error(started.reason);
  return { orderId: placed.order.id, chargeId: started.charge.id };
}

async function pay(chargeId: string, ctx = shop.ctx): Promise<void> {
  await shop.simulator.pay(chargeId);
  await checkCharge(ctx, chargeId);
}

/** Sends what the queue holds about this order, into an empty box. */
async function sendMails(orderId: string) {
  const gift = await giftOf(orderId);
  shop.mails.length = 0;
  const waiting = (await shop.jobs()).filter(({ data }) =>
    'orderId' in data ? data.orderId === orderId : 'giftId' in data && data.giftId === gift?.id,
  );
  for (const { name, data } of waiting) await askedJobs[name].run(shop.ctx, data as never, name);
  return waiting.map(({ name }) => name);
}

/** What the one mail of the gift led to. */
async function readToken(orderId: string, receiver = RECEIVER): Promise<string> {
  await sendMails(orderId);
  const mail = shop.mails.find(({ to }) => to === receiver);
  const token = /\/presente\/([\w-]{22})/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('No mail offered the gift.');
  return token;
}

async function offer(buyer: string, position = 0) {
  const placed = await place(buyer, position);
  await pay(placed.chargeId);
  return { ...placed, token: await readToken(placed.orderId) };
}

/** What its page says. */
const stateOf = async (token: string) => (await readGift(shop.ctx, token))?.state;
const claim = (userId: string, token: string, instead: Parameters<typeof claimGift>[1]['instead'] = null) =>
  claimGift(shop.ctx, { userId, token, instead });
const correct = (userId: string, orderId: string, email: string) =>
  correctGift(shop.ctx, { userId, orderId, email });
const entriesOf = (orderId: string) =>
  shop.ctx.db.selectFrom('user_collection').selectAll().where('order_id', '=', orderId).execute();
const giftOf = (orderId: string) =>
  shop.ctx.db
    .selectFrom('gifts')
    .leftJoin('grants', 'grants.order_id', 'gifts.order_id')
    .selectAll('gifts')
    .select('grants.owner_id')
    .where('gifts.order_id', '=', orderId)
    .executeTakeFirst();

async function deliver(orderId: string, ctx = shop.ctx) {
  const items = await shop.ctx.db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', orderId)
    .execute();
  const links = Object.fromEntries(items.map(({ id }) => [id, `https://arquivos.exemplo.com/${id}.zip`]));
  return sendLinks(ctx, { actorUserId: staffId, orderId, links, onlyThisOrder: true });
}

async function refund(orderId: string, ctx = shop.ctx) {
  const asked = await requestRefund(ctx, {
    actorUserId: staffId,
    orderId,
    note: 'Pedido',
    requestKey: null,
  });
  await shop.settled();
  await sweepRefunds(ctx);
  return asked;
}

test('one mail goes out, after the payment alone, and its token stands nowhere', async () => {
  const { orderId, chargeId } = await place(await shop.createUser(), 0);
  expect(await sendMails(orderId)).toEqual([]);
  await pay(chargeId);
  await checkCharge(shop.ctx, chargeId);
  const token = await readToken(orderId);
  expect(shop.mails.filter(({ to }) => to === RECEIVER)).toHaveLength(1);
  expect(shop.mails.find(({ to }) => to === RECEIVER)?.text).toContain('Feliz aniversário!');
  const stored = JSON.stringify([await giftOf(orderId), await shop.jobs(), shop.logLines]);
  expect(stored).not.toContain(token);
  expect(await entriesOf(orderId)).toEqual([]);
});

test('over SMTP the gift arrives with its text and its page, both with the one address', async () => {
  const { orderId, token } = await offer(await shop.createUser());
  const server = await startMailServer({ slots: 1, watch: () => ({ kind: 'go' }), gate: createGate() });
  try {
    const mailer = createMailer({
      smtpUrl: server.urlOf(0),
      from: 'loja@exemplo.com',
      directory: shop.directory,
      appUrl: 'https://loja.exemplo.com',
    });
    const { id: giftId } = (await giftOf(orderId))!;
    await askedJobs['mail-gift'].run({ ...shop.ctx, mailer }, { giftId }, 'job-smtp');
    expect(server.received).toMatchObject([{ messageId: '<job-smtp@loja.exemplo.com>', to: RECEIVER }]);
    const text = server.received[0]!.text.replaceAll(/=\r?\n/g, '');
    for (const part of ['text/plain', 'text/html', 'prefers-color-scheme: dark'])
      expect(text).toContain(part);
    expect(text.split(`/presente/${token}`).length).toBeGreaterThan(2);
  } finally {
    await server.close();
  }
});

// shows: purchase 19
test('whoever holds the address owns the skin, once; nobody else gets it, and its buyer reads no link', async () => {
  const [buyer, friend, other] = [await shop.createUser(), await shop.createUser(), await shop.createUser()];
  const { orderId, token } = await offer(buyer);
  const claims = await Promise.all([claim(friend, token), claim(friend, token)]);
  expect(claims.map(reasonOf)).toEqual(['ok', 'ok']);
  expect(claims[0]).toEqual(claims[1]);
  expect(reasonOf(await claim(other, token))).toBe('claimed');
  expect((await readStaffOrder(shop.ctx, orderId))?.gift).toMatchObject({ exchangedAt: null });
  for (const unknown of ['x'.repeat(22), 'x'])
    expect(reasonOf(await claim(other, unknown))).toBe('not_found');
  const [entry, ...more] = await entriesOf(orderId);
  expect([entry?.user_id, more]).toEqual([friend, []]);

  expect(await deliver(orderId)).toMatchObject({ ok: true });
  const link = (await entriesOf(orderId))[0]?.link;
  expect(link).toContain('https://arquivos.exemplo.com/');
  expect(await findDownload(shop.ctx, { userId: friend, entryId: entry!.id })).toEqual({ link });
  expect(await findDownload(shop.ctx, { userId: buyer, entryId: entry!.id })).toBeNull();
  const { entries } = await listOwnOrders(shop.ctx, { userId: buyer, cursor: null });
  expect(entries[0]?.items[0]?.downloadLink).toBeNull();
  expect(await sendMails(orderId)).toContain('mail-links-delivered');
  // Nobody proved the address of the friend's account, and the buyer must not read the link.
  expect(shop.mails.filter(({ text }) => text.includes(link!))).toEqual([]);
});

test('a gift that is delivered before it is claimed comes with its link', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const { orderId, token } = await offer(buyer);
  expect(await deliver(orderId)).toMatchObject({ ok: true });
  expect(await entriesOf(orderId)).toEqual([]);
  const owed = shop.ctx.db
    .selectFrom('grants')
    .select(['state', 'waits_for'])
    .where('order_id', '=', orderId);
  expect(await owed.execute()).toEqual([{ state: 'waiting', waits_for: 'claim' }]);
  const { completed_at } = await shop.ctx.db
    .selectFrom('orders')
    .select('completed_at')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  shop.passSeconds(60);
  expect(reasonOf(await claim(friend, token))).toBe('ok');
  const [entry] = await entriesOf(orderId);
  // As old as the delivery, and not as the claim.
  expect(entry!.delivered_at!.getTime()).toBeLessThanOrEqual(completed_at!.getTime());
  expect(entry?.link).toContain('https://arquivos.exemplo.com/');
  expect(await findDownload(shop.ctx, { userId: friend, entryId: entry!.id })).toEqual({
    link: entry?.link,
  });
});

test('the same skins as a gift are the same open order, and an owned skin may be given', async () => {
  const buyer = await shop.createUser();
  const own = await place(buyer, 3, false);
  const gift = await place(buyer, 3);
  expect(gift.orderId).toBe(own.orderId);
  expect(gift.chargeId).not.toBe(own.chargeId);
  expect((await giftOf(own.orderId))?.receiver_email).toBe(RECEIVER);
  const again = await place(buyer, 3, false);
  expect(again.orderId).toBe(own.orderId);
  expect(await giftOf(own.orderId)).toBeUndefined();
  await pay(again.chargeId);
  expect(await entriesOf(own.orderId)).toHaveLength(1);

  const second = await offer(buyer, 3);
  expect(second.orderId).not.toBe(own.orderId);
  expect(reasonOf(await claim(buyer, second.token))).toBe('already_owned');
});

test('an owned skin that is refused for oneself leaves the open gift of it as it was', async () => {
  const buyer = await shop.createUser();
  await pay((await place(buyer, 3, false)).chargeId);
  const gift = await place(buyer, 3);
  await expect(place(buyer, 3, false)).rejects.toThrow('already_owned');
  const { db } = shop.ctx;
  expect((await giftOf(gift.orderId))?.status).toBe('unpaid');
  const charge = db.selectFrom('charges').select('status').where('id', '=', gift.chargeId);
  expect(await charge.executeTakeFirst()).toEqual({ status: 'pending' });
});

/** How often the numbers say that a skin was sold. */
async function soldOf({ sku }: { sku: string }): Promise<number> {
  const [from, to] = [dayOf(new Date(0)), dayOf(shop.ctx.now())];
  const { skins } = await listTopSkins(shop.ctx, { from, to });
  return skins.find((sold) => sold.sku === sku)?.sold ?? 0;
}

test('who owns the skin takes another of at most its price, also after the delivery', async () => {
  for (const isDelivered of [false, true]) {
    const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
    const own = await place(friend, 0, false);
    await pay(own.chargeId);
    const { orderId, token } = await offer(buyer);
    if (isDelivered) await deliver(orderId);
    const [first, second] = skinsOf(shop.ctx, 0, 1);
    expect(reasonOf(await claim(friend, token))).toBe('already_owned');
    expect(reasonOf(await claim(friend, token, first!.sku))).toBe('instead_owned');
    expect(reasonOf(await claim(friend, token, 'lol:Ninguem:1'))).toBe('unavailable');
    expect(reasonOf(await claim(await shop.createUser(), token, second!.sku))).toBe('not_owned');
    const soldBefore = await soldOf(second!);
    expect(reasonOf(await claim(friend, token, second!.sku))).toBe('ok');
    expect(await soldOf(second!)).toBe(soldBefore + 1);
    expect(await findSoldItem(shop.ctx, second!.sku)).toMatchObject({
      sku: second!.sku,
      num: second!.skinNum,
    });
    const [entry, ...more] = await entriesOf(orderId);
    expect(entry).toMatchObject({ user_id: friend, sku: second!.sku });
    expect([entry?.link, more]).toEqual([null, []]);
    const { gift, order } = (await readStaffOrder(shop.ctx, orderId))!;
    expect(describeGift(gift!, order)).toMatch(
      /^Presente para amiga@exemplo\.com: .* Trocado em .*já tinha a skin/,
    );
    // It waits for its own link, whatever was sent for the first skin.
    expect(await deliver(orderId)).toMatchObject({ ok: true });
    expect((await entriesOf(orderId))[0]?.link).toContain('https://arquivos.exemplo.com/');
  }
});

test('a gift becomes nothing dearer, and no key that somebody else took in this moment', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, token } = await offer(buyer);
  const [keyed] = skinsOf(shop.ctx, 8);
  await tryFile(shop.ctx, {
    actorUserId: staffId,
    catalogId: null,
    name: 'Armas.csv',
    content: (async function* () {
      yield Buffer.from('group,name,id,price\nArmas,Faca,faca,"15,01"\n');
    })(),
  });
  await perform(publishCatalog, shop.ctx, { actorUserId: staffId }, { catalogId: 'armas' });
  const addKey = (keys: string) =>
    perform(addKeys, shop.ctx, { actorUserId: staffId }, { sku: keyed!.sku, keys });
  await addKey('CHAVE-DE-OUTRO');
  await shop.ctx.catalog.reload();
  expect(reasonOf(await claim(friend, token, 'file:armas:faca'))).toBe('too_expensive');
  // This process has not heard yet that it is gone.
  const current = shop.ctx.catalog.current();
  const behind = { ...shop.ctx, catalog: { ...shop.ctx.catalog, current: () => current } };
  await pay((await place(await shop.createUser(), 8, false)).chargeId);
  const late = await claimGift(behind, { userId: friend, token, instead: keyed!.sku });
  expect(reasonOf(late)).toBe('unavailable');
  expect([(await giftOf(orderId))?.status, await entriesOf(orderId)]).toEqual(['offered', []]);
  await addKey('CHAVE-DO-PRESENTE');
  await shop.ctx.catalog.reload();
  expect(reasonOf(await claim(friend, token, keyed!.sku))).toBe('ok');
  expect(await entriesOf(orderId)).toMatchObject([{ sku: keyed!.sku, key_id: expect.any(String) }]);
  expect((await giftOf(orderId))?.ended_at).toEqual(expect.any(Date));
});

test('what a gift becomes waits for staff while its payment is in doubt', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, chargeId, token } = await offer(buyer);
  const [, other] = skinsOf(shop.ctx, 0, 1);
  const file = { actorUserId: staffId, ...other! };
  await saveSkinFile(shop.ctx, { ...file, link: 'https://arquivos.exemplo.com/duvida.zip', auto: true });
  const doubted = { status: 'held' as const, doubted_at: shop.ctx.now() };
  await shop.ctx.db.updateTable('charges').set(doubted).where('id', '=', chargeId).execute();
  expect(reasonOf(await claim(friend, token, other!.sku))).toBe('ok');
  await saveSkinFile(shop.ctx, { ...file, auto: false });
  expect(await entriesOf(orderId)).toMatchObject([{ sku: other!.sku, link: null }]);
  // With its payment, and with the claim.
  const data = { id: orderId, status: 'pending' };
  const told = (await shop.events()).filter((event) => isDeepStrictEqual(event.data, data));
  expect(told.filter(({ topic }) => topic === `user:${buyer}`)).toHaveLength(2);
});

test('a purchase of the same skin that is paid while the gift is opened comes first, and the gift stays', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, token } = await offer(buyer);
  // What it reads first is of the moment before.
  let isBefore = true;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isOwned = result.rows.some((row) => Object.keys(row as object).join() === 'skin_name');
      if (!isBefore || !isOwned) return result;
      isBefore = false;
      return { ...result, rows: [] };
    },
  };
  const ctx: OutwardContext = {
    ...shop.ctx,
    transaction: (work) => shop.ctx.transaction((tx) => work(tx.withPlugin(plugin))),
  };
  expect(reasonOf(await claimGift(ctx, { userId: friend, token, instead: null }))).toBe('already_owned');
  expect(isBefore).toBe(false);
  expect([(await giftOf(orderId))?.status, await entriesOf(orderId)]).toEqual(['offered', []]);
});

test('what a coupon of one champion took off buys no skin of another one', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, token } = await offer(buyer);
  const { skins, findSkin } = shop.ctx.catalog.current();
  const { championId, sku } = findSkin(skinsOf(shop.ctx, 0)[0]!.sku)!;
  await perform(
    createCoupon,
    shop.ctx,
    { actorUserId: staffId },
    { code: 'SODELE', percent: 90, championId },
  );
  const lowered = { coupon_code: 'SODELE', total_cents: 150, discount_cents: 1350 };
  await shop.ctx.db.updateTable('orders').set(lowered).where('id', '=', orderId).execute();
  const other = skins.find((skin) => skin.championId !== championId && skin.available)!;
  const same = skins.find((skin) => skin.championId === championId && skin.sku !== sku && skin.available)!;
  expect(reasonOf(await claim(friend, token, other.sku))).toBe('too_expensive');
  expect(reasonOf(await claim(friend, token, same.sku))).toBe('ok');
});

test('the door of a gift answers in the contract’s words, and programs hear of it', async () => {
  const [buyer, friend, owner] = [await shop.createUser(), await shop.createUser(), await shop.createUser()];
  await pay((await place(owner, 0, false)).chargeId);
  const { orderId, token } = await offer(buyer);
  const ask = async (userId: string | null, body: object = {}, at = token) => {
    const { status, body: told } = await callApi(shop.ctx, userId, `POST /api/gifts/${at}/claim`, body);
    return [status, told.error?.code ?? told];
  };
  const [first, second] = skinsOf(shop.ctx, 0, 1);
  expect(await ask(null)).toEqual([401, 'unauthenticated']);
  expect(await ask(friend, {}, 'a'.repeat(22))).toEqual([404, 'not_found']);
  expect(await ask(friend, { instead: second!.sku })).toEqual([422, 'not_owned']);
  expect(await ask(owner)).toEqual([409, 'already_owned']);
  expect(await ask(owner, { instead: first!.sku })).toEqual([422, 'instead_owned']);
  expect(await ask(owner, { instead: 'lol:Ninguem:1' })).toEqual([422, 'unavailable']);
  expect(await ask(owner, { instead: 7 })).toEqual([400, 'malformed']);
  expect(await withdrawOrder(shop.ctx, { userId: buyer, orderId, reason: 'Mudei de ideia.' })).toMatchObject({
    ok: true,
  });
  expect(await ask(friend)).toEqual([409, 'expired']);
  await declineWithdrawal(shop.ctx, { actorUserId: staffId, orderId, answer: 'Já foi.' });
  const hook = { actorUserId: staffId, url: 'https://programa.exemplo.com/', events: ['gift.claimed'] };
  expect(await createWebhook(shop.ctx, hook)).toMatchObject({ ok: true });
  const opened = await ask(friend);
  expect(opened).toEqual([200, { collection_id: (await entriesOf(orderId))[0]?.id }]);
  expect(await ask(friend)).toEqual(opened);
  expect(await ask(owner)).toEqual([409, 'claimed']);
  const told = await shop.ctx.db.selectFrom('webhook_deliveries').select('body').execute();
  expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'gift.claimed', data: { order: { id: orderId }, gift: { status: 'claimed' } } },
  ]);
  await shop.ctx.db.deleteFrom('webhooks').execute();
  let [status] = opened;
  for (let n = 0; status !== 429 && n < 100; n++) [status] = await ask(friend);
  expect(status).toBe(429);
});

test('a gift ends with the moment that it says, and is nobody’s once its skin was taken back', async () => {
  shop.stopClock();
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const ended = await offer(buyer);
  const expires = (at: Date) =>
    shop.ctx.db.updateTable('gifts').set({ expires_at: at }).where('order_id', '=', ended.orderId).execute();
  await expires(shop.ctx.now());
  expect(reasonOf(await claim(friend, ended.token))).toBe('expired');
  await expires(new Date(shop.ctx.now().getTime() + 1));
  await shop.ctx.db
    .updateTable('grants')
    .set({ state: 'revoked', waits_for: null })
    .where('order_id', '=', ended.orderId)
    .execute();
  expect(reasonOf(await claim(friend, ended.token))).toBe('expired');
});

test('a gift that becomes a skin whose file goes out by itself is delivered in that moment', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, token } = await offer(buyer);
  const [, other] = skinsOf(shop.ctx, 0, 1);
  const file = { actorUserId: staffId, ...other! };
  await saveSkinFile(shop.ctx, { ...file, link: 'https://arquivos.exemplo.com/sozinha.zip', auto: true });
  expect(reasonOf(await claim(friend, token, other!.sku))).toBe('ok');
  await saveSkinFile(shop.ctx, { ...file, auto: false });
  expect(await entriesOf(orderId)).toMatchObject([{ link: expect.stringContaining('sozinha.zip') }]);
  const data = { id: orderId, status: 'completed' };
  expect(await shop.events()).toContainEqual({ topic: `user:${buyer}`, event: 'orders', data });
});

test('a gift becomes nothing that is sold ahead of its file', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, token } = await offer(buyer);
  const [other] = skinsOf(shop.ctx, 5);
  const choices = () =>
    listChoices(shop.ctx.catalog.current(), { query: '', atMostCents: 1500, owned: new Set() });
  const isOffered = () => choices().some(({ key }) => key === skinKey(other!.sku));
  expect(isOffered()).toBe(true);
  await perform(
    savePreorder,
    shop.ctx,
    { actorUserId: staffId },
    { sku: other!.sku, until: dayOf(shop.ctx.now()) },
  );
  await shop.ctx.catalog.reload();
  expect(isOffered()).toBe(false);
  expect(reasonOf(await claim(friend, token, other!.sku))).toBe('unavailable');
  await perform(endPreorder, shop.ctx, { actorUserId: staffId }, { sku: other!.sku });
  await shop.ctx.catalog.reload();
  expect(reasonOf(await claim(friend, token, other!.sku))).toBe('ok');
  expect(await entriesOf(orderId)).toMatchObject([{ sku: other!.sku }]);
});

// shows: purchase 21
test('a delivered gift that becomes another skin is staff’s again, with a promise and a clock of its own', async () => {
  shop.stopClock();
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, chargeId, token } = await offer(buyer);
  await deliver(orderId);
  shop.passSeconds(20 * 24 * 3600);
  const [, other] = skinsOf(shop.ctx, 0, 1);
  expect(reasonOf(await claim(friend, token, other!.sku))).toBe('ok');

  const read = () =>
    shop.ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const { promiseMinutes, staffHours } = shop.ctx.settings;
  const due = dueAt(shop.ctx.now(), promiseMinutes, staffHours);
  expect(await read()).toMatchObject({ status: 'pending', completed_at: null, due_at: due });
  expect(await readWaiting(shop.ctx.db, other!.sku)).toMatchObject([{ orderId, dueAt: due }]);
  await refreshAlarms(shop.ctx);
  const alarms = await shop.ctx.db.selectFrom('alarms').selectAll().where('subject', '=', orderId).execute();
  expect(alarms).toMatchObject([{ kind: 'order_waits', since: shop.ctx.now() }]);

  shop.passSeconds(60);
  const sent = await deliverSkin(shop.ctx, {
    actorUserId: staffId,
    sku: other!.sku,
    content: { link: 'https://arquivos.exemplo.com/outra.zip' },
  });
  expect(sent).toMatchObject({ ok: true, completed: [orderId] });
  const today = dayOf(shop.ctx.now());
  const { delivery } = await readTotals(shop.ctx, { from: today, to: today });
  // Not the twenty days in which nobody waited.
  expect(delivery).toEqual({ delivered: 1, minutesP50: 1, minutesP95: 1, onTime: 1 });
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', friend).execute();
  expect(await sendMails(orderId)).toContain('mail-links-delivered');
  expect(shop.mails.filter(({ text }) => text.includes('outra.zip')).map(({ to }) => to)).toEqual([
    `${friend}@exemplo.com`,
    `${friend}@exemplo.com`,
  ]);
  const item = await shop.ctx.db
    .selectFrom('owed_items')
    .select(['price_cents', 'paid_cents', 'kept'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(item).toMatchObject({ price_cents: 1500, kept: true });
  expect(await refund(orderId)).toMatchObject({ ok: true });
  expect(await entriesOf(orderId)).toEqual([]);
  expect(await read()).toMatchObject({ status: 'completed' });
  const money = await shop.ctx.transaction((tx) => readMoneyOfOrder(tx, orderId));
  expect(money).toMatchObject({ refundedCents: 1500, isRefunded: true });
  expect(money.charges.map((each) => each.chargeId)).toEqual([chargeId]);
});

// shows: purchase 20
test('its buyer gives a gift back until somebody opens it, and nobody opens what is asked back', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const claimed = await offer(buyer, 0);
  expect(reasonOf(await claim(friend, claimed.token))).toBe('ok');
  const withdraw = (orderId: string) => withdrawOrder(shop.ctx, { userId: buyer, orderId, reason: '' });
  expect(await withdraw(claimed.orderId)).toEqual({ ok: false, reason: 'gift_claimed' });
  const { entries } = await listOwnOrders(shop.ctx, {
    userId: buyer,
    cursor: null,
    orderId: claimed.orderId,
  });
  expect(entries[0]?.withdrawalUntil).toBeNull();

  const waiting = await offer(buyer, 1);
  expect(await withdraw(waiting.orderId)).toEqual({ ok: true, state: 'requested' });
  expect(reasonOf(await claim(friend, waiting.token))).toBe('going_back');
  expect(await stateOf(waiting.token)).toBe('going_back');
  await declineWithdrawal(shop.ctx, { actorUserId: staffId, orderId: waiting.orderId, answer: 'Já foi.' });
  expect(await stateOf(waiting.token)).toBe('offered');
  expect(reasonOf(await claim(friend, waiting.token))).toBe('ok');

  // At the same moment one of the two is first, and the other reads it.
  const both = await offer(buyer, 2);
  const [asked, opened] = await Promise.all([withdraw(both.orderId), claim(friend, both.token)]);
  expect([asked.ok, opened.ok].filter(Boolean)).toHaveLength(1);
});

test('a wrong address is corrected while nobody opened the gift: the new one alone is told, and the old link is dead', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const { orderId, token } = await offer(buyer);
  const right = 'amiga-certa@exemplo.com';
  expect(await correct(buyer, orderId, ' Amiga-Certa@exemplo.com ')).toEqual({ ok: true });
  const newer = await readToken(orderId, right);
  expect(newer).not.toBe(token);
  // Neither the old address nor anybody else hears of it; the confirmation of the purchase is an older mail.
  expect(shop.mails.map(({ to }) => to).filter((to) => to !== customer.email)).toEqual([right]);
  expect(reasonOf(await claim(friend, token))).toBe('not_found');
  expect(await readGift(shop.ctx, token)).toBeNull();
  expect(reasonOf(await claim(friend, newer))).toBe('ok');
  const entry = await shop.ctx.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'gift.corrected')
    .where('subject_id', '=', orderId)
    .execute();
  expect(entry).toMatchObject([{ actor_user_id: buyer, details: { isMailed: true, corrections: 1 } }]);
  expect(JSON.stringify([entry, shop.logLines])).not.toContain(right);
});

test('before the payment, and while its mail waits, a corrected address is the only one that is ever mailed', async () => {
  const buyer = await shop.createUser();
  const { orderId, chargeId } = await place(buyer, 0);
  expect(await correct(buyer, orderId, 'segunda@exemplo.com')).toEqual({ ok: true });
  expect(await sendMails(orderId)).toEqual([]);
  await pay(chargeId);
  expect(await correct(buyer, orderId, 'terceira@exemplo.com')).toEqual({ ok: true });
  await readToken(orderId, 'terceira@exemplo.com');
  const told = shop.mails.filter(({ id }) => id === 'mail-gift').map(({ to }) => to);
  expect(told).toEqual(['terceira@exemplo.com']);
});

test('an address is corrected by the giver alone, three times, and not once the gift is opened, over or going back', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const reason = async (orderId: string, email = 'outra@exemplo.com', userId = buyer) => {
    const corrected = await correct(userId, orderId, email);
    return corrected.ok ? 'ok' : corrected.reason;
  };
  const open = await offer(buyer);
  expect(await reason(open.orderId, 'outra@exemplo.com', friend)).toBe('not_found');
  expect(await reason(open.orderId, RECEIVER)).toBe('same');
  expect(await reason(open.orderId, 'outra')).toBe('invalid_email');
  for (const name of ['a', 'b', 'c']) expect(await reason(open.orderId, `${name}@exemplo.com`)).toBe('ok');
  expect(await reason(open.orderId)).toBe('too_often');
  shop.passSeconds(CLAIM_DAYS * 24 * 3600);
  expect(await reason(open.orderId)).toBe('over');

  const opened = await offer(buyer, 1);
  expect(reasonOf(await claim(friend, opened.token))).toBe('ok');
  expect(await reason(opened.orderId)).toBe('claimed');
  const back = await offer(buyer, 2);
  await withdrawOrder(shop.ctx, { userId: buyer, orderId: back.orderId, reason: '' });
  expect(await reason(back.orderId)).toBe('going_back');
  const cancelled = await place(buyer, 3);
  await cancelOwnOrder(shop.ctx, { userId: buyer, orderId: cancelled.orderId });
  expect(await reason(cancelled.orderId)).toBe('over');
  const own = await place(buyer, 4, false);
  expect(await reason(own.orderId)).toBe('not_gift');
});

test('of a correction beside a claim exactly one wins, and the other reads it', async () => {
  const friend = await shop.createUser();
  for (const isFirst of [true, false]) {
    const buyer = await shop.createUser();
    const { orderId, token } = await offer(buyer, isFirst ? 0 : 1);
    const steps = [() => correct(buyer, orderId, 'outra@exemplo.com'), () => claim(friend, token)];
    const results = await Promise.all((isFirst ? steps : steps.toReversed()).map((step) => step()));
    const [corrected, claimed] = (isFirst ? results : results.toReversed()) as [
      Awaited<ReturnType<typeof correct>>,
      Claim,
    ];
    expect([corrected.ok, claimed.ok].filter(Boolean)).toHaveLength(1);
    const { receiver_email, owner_id } = (await giftOf(orderId))!;
    if (corrected.ok)
      expect([reasonOf(claimed), receiver_email, owner_id]).toEqual(['not_found', 'outra@exemplo.com', null]);
    else expect([corrected.reason, receiver_email, owner_id]).toEqual(['claimed', RECEIVER, friend]);
  }
});

test('the giver learns that another skin was taken, never which: order, receipt, mails and export keep what was bought', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await pay((await place(friend, 0, false)).chargeId);
  const { orderId, token } = await offer(buyer);
  const [first, taken] = skinsOf(shop.ctx, 0, 1).map(({ sku }) => shop.ctx.catalog.current().findSkin(sku)!);
  expect(reasonOf(await claim(friend, token, taken!.sku))).toBe('ok');
  await deliver(orderId);
  const { entries } = await listOwnOrders(shop.ctx, { userId: buyer, cursor: null });
  expect(entries[0]).toMatchObject({
    isExchanged: true,
    items: [{ skinName: first!.name, splashPath: first!.splashPath }],
  });
  const receipt = await readReceipt(shop.ctx, { userId: buyer, orderId });
  expect(receipt?.items).toMatchObject([{ skin: first!.name }]);
  await sendMails(orderId);
  const read = [
    entries,
    receipt,
    await readOrder(shop.ctx, orderId),
    await readPerson(shop.ctx, buyer),
    shop.mails.filter(({ to }) => to === customer.email),
  ].map((each) => JSON.stringify(each));
  for (const each of read) {
    expect(each).toContain(first!.name);
    expect(each).not.toContain(taken!.name);
    expect(each).not.toContain(`/img/${taken!.championId}_${taken!.num}`);
  }
  // What was taken was delivered, to its owner.
  expect(await entriesOf(orderId)).toMatchObject([{ user_id: friend, skin_name: taken!.name }]);
});

// shows: threat 79
test('an open dispute holds a gift: nobody claims it, nobody downloads it, nobody is left with it, until it is won', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const bank = async (chargeId: string, step: 'open' | 'won' | 'lost') => {
    expect(await shop.ctx.simulator?.dispute(chargeId, step)).toBe('done');
    await checkCharge(shop.ctx, chargeId, { evenIfPaid: true });
  };
  const offered = await offer(buyer, 3);
  await bank(offered.chargeId, 'open');
  expect(reasonOf(await claim(friend, offered.token))).toBe('going_back');
  expect(await stateOf(offered.token)).toBe('going_back');
  shop.passSeconds(91 * 24 * 3600);
  await keepGifts(shop.ctx);
  expect((await giftOf(offered.orderId))?.status).toBe('offered');
  await bank(offered.chargeId, 'won');
  await keepGifts(shop.ctx);
  expect((await giftOf(offered.orderId))?.status).toBe('kept');

  const claimed = await offer(buyer, 4);
  expect(reasonOf(await claim(friend, claimed.token))).toBe('ok');
  await deliver(claimed.orderId);
  const [entry] = await entriesOf(claimed.orderId);
  const mine = { userId: friend, entryId: entry!.id };
  const fetches = () => recordDownload(shop.ctx, { ...mine, address: '203.0.113.7', userAgent: null });
  const shown = async () => {
    const { entries } = await listCollection(shop.ctx, { userId: friend, cursor: null });
    const { isDisputed, downloadLink } = entries.find(({ id }) => id === entry!.id)!;
    return { isDisputed, hasLink: downloadLink !== null };
  };
  await bank(claimed.chargeId, 'open');
  const context = contextFor(shop.ctx, friend);
  const request = new Request(`http://localhost:3000/dashboard/download-skin/${entry!.id}`);
  const answer = await callRoute(downloadSkin, { request, params: { collectionId: entry!.id }, context });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ error: { code: 'disputed' } });
  const browser = new Request(request, { headers: { accept: 'text/html' } });
  const page = await callRoute(downloadSkin, {
    request: browser,
    params: { collectionId: entry!.id },
    context,
  });
  expect(page.status).toBe(409);
  expect(await page.text()).toMatch(
    /O pagamento deste presente está em análise\..*<a href="\/dashboard\/colecao">Ver minha coleção<\/a>/,
  );
  expect([await findDownload(shop.ctx, mine), await fetches()]).toEqual([{ isDisputed: true }, false]);
  expect(await shown()).toEqual({ isDisputed: true, hasLink: false });
  await bank(claimed.chargeId, 'won');
  expect([await fetches(), await shown()]).toEqual([true, { isDisputed: false, hasLink: true }]);

  const lost = await offer(buyer, 5);
  await bank(lost.chargeId, 'open');
  await bank(lost.chargeId, 'lost');
  expect(await stateOf(lost.token)).toBe('expired');
});

test('a gift that somebody writes without its lock is given to nobody', async () => {
  const { orderId, token } = await offer(await shop.createUser());
  await sql`create function ignore_write() returns trigger language plpgsql as 'begin return null; end'`.execute(
    shop.ctx.db,
  );
  await sql`create trigger ignored before update on gifts for each row execute function ignore_write()`.execute(
    shop.ctx.db,
  );
  try {
    await expect(claim(await shop.createUser(), token)).rejects.toThrow('changed under its lock');
  } finally {
    await sql`drop trigger ignored on gifts`.execute(shop.ctx.db);
  }
  expect(await entriesOf(orderId)).toEqual([]);
});

test('a gift that cannot be kept holds up no other one, and is kept later', async () => {
  const buyer = await shop.createUser();
  const [stuck, other] = [await offer(buyer), await offer(buyer, 1)];
  shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1);
  const isStuck = async (tx: Tx) =>
    (await tx.selectFrom('gifts').select('status').where('order_id', '=', stuck.orderId).executeTakeFirst())
      ?.status === 'kept';
  const ctx: OutwardContext = {
    ...shop.ctx,
    async enqueue(tx, job) {
      if (await isStuck(tx)) throw new Error('no queue');
      return shop.ctx.enqueue(tx, job);
    },
  };
  expect(await keepGifts(ctx)).toBe(1);
  expect([(await giftOf(stuck.orderId))?.status, (await giftOf(other.orderId))?.status]).toEqual([
    'offered',
    'kept',
  ]);
  expect(await keepGifts(shop.ctx)).toBe(1);
  expect((await giftOf(stuck.orderId))?.status).toBe('kept');
});

test('after ninety days it is its buyer’s, and both are told', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const { orderId, token } = await offer(buyer);
  expect(await keepGifts(shop.ctx)).toBe(0);
  shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1);
  expect(reasonOf(await claim(friend, token))).toBe('expired');
  const kept = await Promise.all([keepGifts(shop.ctx), keepGifts(shop.ctx)]);
  expect(kept.reduce((sum, each) => sum + each)).toBe(1);
  expect(reasonOf(await claim(friend, token))).toBe('expired');
  expect((await entriesOf(orderId)).map(({ user_id }) => user_id)).toEqual([buyer]);
  await sendMails(orderId);
  const told = shop.mails.filter(({ id }) => id === 'mail-gift-kept').map(({ to }) => to);
  expect(told.toSorted()).toEqual([RECEIVER, customer.email]);
});

test('a gift whose money is on its way back becomes nobody’s at the end of the ninety days', async () => {
  const buyer = await shop.createUser();
  const { orderId, chargeId } = await offer(buyer);
  const { db } = shop.ctx;
  const refund = { charge_id: chargeId, order_id: orderId, amount_cents: 1500, reason: 'staff' } as const;
  const { id } = await db
    .insertInto('refunds')
    .values({ ...refund, status: 'requested', created_at: shop.ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1);
  expect(await keepGifts(shop.ctx)).toBe(0);
  expect(await entriesOf(orderId)).toEqual([]);
  // The bank refused it after all.
  await db.updateTable('refunds').set({ status: 'failed' }).where('id', '=', id).execute();
  expect(await keepGifts(shop.ctx)).toBe(1);
  expect(await entriesOf(orderId)).toHaveLength(1);
});

test('the receiver reads no name once the buyer’s account is gone', async () => {
  const buyer = await shop.createUser();
  const { orderId } = await offer(buyer);
  await deliver(orderId);
  expect(await deleteAccount(shop.ctx, buyer)).toEqual({ ok: true });
  const read = async () => {
    await sendMails(orderId);
    return shop.mails.map(({ to, text }) => [to, text.slice(0, 80)]);
  };
  expect(await read()).toEqual([[RECEIVER, expect.stringContaining('Você ganhou uma skin!')]]);
  shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1);
  expect(await keepGifts(shop.ctx)).toBe(1);
  expect(await read()).toEqual([[RECEIVER, expect.stringContaining('O presente que esperava por você')]]);
});

test('a buyer who owns the skin by then is owed the money instead', async () => {
  const buyer = await shop.createUser();
  const { orderId } = await offer(buyer);
  await deliver(orderId);
  await pay((await place(buyer, 0, false)).chargeId);
  shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1);
  expect(await keepGifts(shop.ctx)).toBe(1);
  const owed = await shop.ctx.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
  expect(owed).toMatchObject([{ amount_cents: 1500, reason: 'already_owned', status: 'due' }]);
  expect(await entriesOf(orderId)).toEqual([]);

  // What the shop is paid for after all is not nobody's.
  const refund = { refundId: owed[0]!.id, as: 'dismissed', note: 'Quis ficar com as duas' } as const;
  expect(await closeRefund(shop.ctx, { actorUserId: staffId, ...refund })).toEqual({ ok: true });
  const grants = await shop.ctx.db.selectFrom('grants').selectAll().where('order_id', '=', orderId).execute();
  expect(grants).toMatchObject([{ state: 'delivered', owner_id: buyer, is_shown: false }]);
});

test.each(['unpaid', 'withdrawn'] as const)(
  'a gift that was %s when its money was owed back is offered once staff keep that money',
  async (status) => {
    const { orderId, chargeId } = await place(await shop.createUser(), 0);
    await pay(chargeId);
    const { db } = shop.ctx;
    await shop.ctx.transaction(async (tx) => {
      await revokeGrants(tx, orderId);
      await tx
        .updateTable('gifts')
        // What had no key to give was never offered.
        .set(
          status === 'unpaid'
            ? { status, token_digest: null, nonce: null, expires_at: null }
            : { status, ended_at: shop.ctx.now() },
        )
        .where('order_id', '=', orderId)
        .execute();
      await addDueRefund(shop.ctx, tx, { orderId, chargeId, amountCents: 1500, reason: 'sold_out' });
    });
    const [owed] = await db.selectFrom('refunds').select('id').where('order_id', '=', orderId).execute();
    const refund = { refundId: owed!.id, as: 'dismissed', note: 'Achamos mais uma.' } as const;
    expect(await closeRefund(shop.ctx, { actorUserId: staffId, ...refund })).toEqual({ ok: true });
    expect(await deliver(orderId)).toMatchObject({ ok: true });
    const token = await readToken(orderId);
    const friend = await shop.createUser();
    expect(reasonOf(await claim(friend, token))).toBe('ok');
    expect(await entriesOf(orderId)).toMatchObject([{ user_id: friend }]);
  },
);

// shows: purchase 19
test('a refund takes a gift from whoever has it, and nobody claims what goes back', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  const unclaimed = await offer(buyer, 0);
  expect(await refund(unclaimed.orderId)).toMatchObject({ ok: true });
  expect(reasonOf(await claim(friend, unclaimed.token))).toBe('expired');
  expect((await giftOf(unclaimed.orderId))?.status).toBe('withdrawn');
  expect(await stateOf(unclaimed.token)).toBe('expired');

  const claimed = await offer(buyer, 1);
  expect(reasonOf(await claim(friend, claimed.token))).toBe('ok');
  expect(await refund(claimed.orderId)).toMatchObject({ ok: true });
  expect(await entriesOf(claimed.orderId)).toEqual([]);
  expect(await giftOf(claimed.orderId)).toMatchObject({ status: 'withdrawn', owner_id: null });
});

const STEPS = [
  'claim A',
  'claim B',
  'claim buyer',
  'exchange A',
  'give back',
  'cancel',
  'deliver',
  'refund',
  'pay',
  'told again',
  'correct',
  'expire',
  'keep',
] as const;

/** What meets in one moment: two people, a claim and money that goes back, the end of the ninety days, late money. */
const MEETINGS = (
  [
    [true, [['claim B', 'claim buyer', 'exchange A']]],
    [true, [['exchange A', 'claim B', 'exchange A']]],
    [true, [['claim B', 'refund'], ['pay'], ['claim buyer']]],
    [true, [['give back', 'claim B', 'keep']]],
    [
      true,
      [
        ['correct', 'claim B'],
        ['claim A', 'correct', 'claim buyer'],
      ],
    ],
    [true, [['expire'], ['keep', 'claim B', 'keep', 'claim buyer']]],
    [false, [['cancel'], ['pay', 'pay', 'told again'], ['claim B', 'claim buyer', 'told again']]],
    [true, [['claim B'], ['deliver', 'refund'], ['pay', 'told again'], ['claim B', 'claim buyer']]],
  ] satisfies [boolean, (typeof STEPS)[number][][]][]
).map(([isPaid, rounds]): [boolean, { do: (typeof STEPS)[number]; isOld: boolean; dies: null }[][]] => [
  isPaid,
  rounds.map((round) => round.map((name) => ({ do: name, isOld: false, dies: null }))),
]);

class Killed extends Error {}

/** The shop as a process that dies before one of its next statements, or, at 0, after a commit that nobody hears of. */
function dyingAt(statement: number): OutwardContext {
  let left = statement;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (statement > 0 && --left === 0) throw new Killed();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...shop.ctx,
    db: shop.ctx.db.withPlugin(plugin),
    async transaction(work) {
      const done = await shop.ctx.transaction((tx) => work(tx.withPlugin(plugin)));
      if (statement === 0) throw new Killed();
      return done;
    },
  };
}

// shows: purchase 19
test('a gift is owned by one person at most, and by whom it says, whatever is pressed twice, dies or comes late', async () => {
  const step = fc.record({
    do: fc.constantFrom(...STEPS, 'claim B' as const, 'claim buyer' as const, 'exchange A' as const),
    /** Which of its addresses: the first, or the newest. */
    isOld: fc.boolean(),
    dies: fc.option(fc.nat(30), { freq: 2 }),
  });
  let [claims, deaths, corrections] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (isPaid, rounds) => {
        const [buyer, a, b] = [await shop.createUser(), await shop.createUser(), await shop.createUser()];
        await pay((await place(a, 0, false)).chargeId);
        const { orderId, chargeId } = await place(buyer, 0);
        if (isPaid) await pay(chargeId);
        const [, other] = skinsOf(shop.ctx, 0, 1);
        const tokens = ['x'.repeat(22)];
        const take = (
          ctx: OutwardContext,
          { do: what, isOld }: { do: (typeof STEPS)[number]; isOld: boolean },
        ) => {
          const token = tokens.at(isOld ? Math.min(1, tokens.length - 1) : -1) ?? '';
          switch (what) {
            case 'claim A':
              return claimGift(ctx, { userId: a, token, instead: null });
            case 'claim B':
              return claimGift(ctx, { userId: b, token, instead: null });
            case 'claim buyer':
              return claimGift(ctx, { userId: buyer, token, instead: null });
            case 'exchange A':
              return claimGift(ctx, { userId: a, token, instead: other!.sku });
            case 'give back':
              return withdrawOrder(ctx, { userId: buyer, orderId, reason: '' });
            case 'cancel':
              return cancelOwnOrder(ctx, { userId: buyer, orderId });
            case 'deliver':
              return deliver(orderId, ctx);
            case 'refund':
              return refund(orderId, ctx);
            case 'pay':
              return pay(chargeId, ctx);
            case 'told again':
              return checkCharge(ctx, chargeId, { evenIfPaid: true });
            case 'correct':
              return correctGift(ctx, {
                userId: buyer,
                orderId,
                email: `amiga-${++corrections}@exemplo.com`,
              });
            case 'expire':
              return Promise.resolve(shop.passSeconds(CLAIM_DAYS * 24 * 3600 + 1));
            case 'keep':
              return keepGifts(ctx);
          }
        };
        for (const round of rounds) {
          const offered = await giftOf(orderId);
          const token = offered && (await addressGift(shop.ctx, offered))?.split('/').at(-1);
          if (token && !tokens.includes(token)) tokens.push(token);
          await Promise.all(
            round.map(async (each) => {
              try {
                await take(each.dies === null ? shop.ctx : dyingAt(each.dies), each);
              } catch (error) {
                if (!(error instanceof Killed)) throw error;
                deaths++;
              }
            }),
          );
          await shop.settled();
          const [entries, gift] = [await entriesOf(orderId), await giftOf(orderId)];
          expect(entries.map(({ user_id }) => user_id)).toEqual(gift?.owner_id ? [gift.owner_id] : []);
          expect(gift?.owner_id !== null).toBe(gift?.status === 'claimed' || gift?.status === 'kept');
          if (gift?.status === 'claimed') claims++;
          if (gift?.status === 'kept') expect(gift.owner_id).toBe(buyer);
        }
      },
    ),
    { numRuns: 20 + MEETINGS.length, seed: 44, examples: MEETINGS },
  );
  // What could go wrong has happened.
  expect(claims).toBeGreaterThan(5);
  expect(deaths).toBeGreaterThan(5);
});
