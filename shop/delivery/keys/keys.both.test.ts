import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askedJobs } from '#jobs/all-jobs.ts';
import { readPerson } from '#shop/accounts/profile/read-person.ts';
import { describeAlarms } from '#shop/alerts/describe-alarms.ts';
import { refreshAlarms } from '#shop/alerts/refresh-alarms.ts';
import { findDownload } from '#shop/collection/find-download.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import { addWish } from '#shop/collection/wishes/change-wishes.ts';
import { deliverItem } from '#shop/delivery/desk/deliver-item.ts';
import { readWaiting } from '#shop/delivery/desk/read-waiting.ts';
import { replaceLink } from '#shop/delivery/replace-link.ts';
import { sendLinks } from '#shop/delivery/send-links.ts';
import { showOwned } from '#shop/delivery/show-owned.ts';
import { claimGift } from '#shop/gifts/claim-gift.ts';
import { listOwnOrders } from '#shop/orders/list-own-orders.ts';
import { placeOrder } from '#shop/orders/place-order.ts';
import { readEvidence } from '#shop/orders/read-evidence.ts';
import { readStaffOrder } from '#shop/orders/read-staff-order.ts';
import { resumeOrder } from '#shop/orders/resume-order.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { describeNews } from '#shop/push/describe-news.ts';
import { refundOrder } from '#shop/refunds/refund-order.ts';
import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import { openTicket } from '#shop/tickets/open-ticket.ts';
import { readStaffTicket } from '#shop/tickets/read-ticket.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { buy, checkOut, customer, refusal } from '#test/purchases.ts';
import { addKeys } from './add-keys.ts';
import { listStock, searchStock, showStock } from './list-stock.ts';
import { releaseKeys } from './release-keys.ts';
import { removeKeys } from './remove-keys.ts';
import { showKey } from './show-key.ts';

/** On a machine that does much else. */
const SLOW = { timeout: 120_000 };

let shop: TestContext;
let clerk: string;
/** Each test has products of its own, counted from the first of the catalogue. */
let next = 0;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await shop.createUser('Rita Entrega');
});
beforeEach(() => shop.forget());
afterAll(() => shop.close());

const skuOf = (position: number) => shop.ctx.catalog.current().skins[position]?.sku ?? '';
const secretOf = (position: number, n: number) => `SEGREDO-${position}-${n}-FIM${n % 10}`;

async function add(sku: string, keys: string) {
  const added = await perform(addKeys, shop.ctx, { actorUserId: clerk }, { sku, keys });
  await shop.ctx.catalog.reload();
  return added;
}
/** A product with so many keys. */
async function product(count: number) {
  const position = next++;
  const secrets = Array.from({ length: count }, (_, n) => secretOf(position, n));
  if (count > 0) await add(skuOf(position), secrets.join('\n'));
  return { position, sku: skuOf(position), secrets };
}
/** As the doors say it. */
const stockOf = async (sku: string) =>
  showStock.output.parse(await showStock(shop.ctx)).find((stock) => stock.sku === sku);
const readKey = (userId: string, entryId: string) =>
  showKey(shop.ctx, { userId, entryId, address: '203.0.113.7', userAgent: null });
async function entryOf(userId: string) {
  const { entries } = await listCollection(shop.ctx, { userId, cursor: null });
  return entries[0];
}
async function pay(orderId: string): Promise<void> {
  const { id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  await shop.simulator.pay(id);
  await checkCharge(shop.ctx, id);
}
const statusOf = async (orderId: string) =>
  (
    await shop.ctx.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status;
async function runJobs(...names: string[]): Promise<void> {
  for (const { name, data } of await shop.jobs())
    if (names.includes(name)) await askedJobs[name].run(shop.ctx, data as never, name);
}

test('each line is a key: what the shop has already and blank lines are named, and the same list may come twice', async () => {
  const { sku } = await product(0);
  const typed = '  CHAVE-UM-0001 \r\n\nCHAVE-DOIS-0002\nCHAVE-UM-0001\n\n\n';
  expect(await add(sku, typed)).toMatchObject({
    added: 2,
    left: 2,
    sold: 0,
    repeatedLines: [4],
    blankLines: [2],
  });
  expect(await add(sku, typed)).toMatchObject({ added: 0, left: 2, repeatedLines: [1, 3, 4] });
  // Of another product it would be sold twice.
  expect(await add(skuOf(next + 1), 'CHAVE-DOIS-0002')).toMatchObject({ added: 0, repeatedLines: [1] });
  expect(await add(sku, 'CHAVE-TRÊS-0003')).toMatchObject({ added: 1, left: 3 });

  const rows = await shop.ctx.db.selectFrom('stock_keys').selectAll().where('sku', '=', sku).execute();
  expect(rows.map((row) => row.last_four).toSorted()).toEqual(['0001', '0002', '0003']);
  expect(JSON.stringify(rows)).not.toContain('CHAVE');
  expect(await stockOf(sku)).toEqual({ sku, left: 3, sold: 0 });
  expect((await listStock(shop.ctx)).find((each) => each.sku === sku)?.stock?.left).toBe(3);
  const { found } = await searchStock(shop.ctx, shop.ctx.catalog.current().findSkin(sku)?.name ?? '');
  expect(found.find((each) => each.sku === sku)?.stock).toEqual({ sku, left: 3, held: 0, sold: 0 });
});

test('a device says of keys where they are, and not that they can be downloaded', async () => {
  const bodyOf = async (...positions: number[]) => {
    const { orderId, userId } = await createPaidOrder(shop, buy(shop.ctx, positions));
    return (await describeNews(shop.ctx, userId, { kind: 'delivered', orderId }))?.body;
  };
  const [one, two] = [await product(2), await product(2)];
  expect(await bodyOf(one.position)).toMatch(/: a chave está na sua coleção\.$/);
  expect(await bodyOf(one.position, two.position)).toMatch(/ e mais 1: as chaves estão na sua coleção\.$/);
});

test('a list that cannot be taken in changes nothing', async () => {
  const { sku } = await product(0);
  expect(await add(sku, ' \n \n')).toMatchObject({ reason: 'no_keys' });
  expect(await add(sku, `BOA-0001\n${'x'.repeat(1001)}`)).toMatchObject({
    reason: 'no_keys',
    fields: { keys: 'A linha 2 passa de 1000 caracteres. Nada foi guardado.' },
  });
  for (const odd of ['\u0000', '\ud83d', '\u0007'])
    expect(await add(sku, `BOA-0001\nRUIM${odd}0002`)).toMatchObject({
      fields: { keys: 'A linha 2 tem um caractere que ninguém vê. Nada foi guardado.' },
    });
  expect(await add('lol:Ninguem:1', 'BOA-0001')).toMatchObject({ reason: 'unknown_skin' });
  expect(await stockOf(sku)).toBeUndefined();
});

test('whoever wished before the last key was sold is told of the next one; who bought it is not', async () => {
  const { position, sku } = await product(2);
  const [ana, buyer] = [await shop.createUser(), await shop.createUser()];
  for (const userId of [ana, buyer]) await addWish(shop.ctx, { userId, sku });
  const waiting = async () => {
    const wishes = shop.ctx.db.selectFrom('wishes').select('user_id').where('sku', '=', sku);
    return (await wishes.where('awaits_file', '=', true).execute()).map(({ user_id }) => user_id);
  };
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  expect(await waiting()).toEqual([]);
  await createPaidOrder(shop, buy(shop.ctx, [position]), buyer);
  expect(await waiting()).toEqual([ana]);
});

test('keys come back out of the stock until they are sold, and a product without any is sold like others again', async () => {
  const { position, sku, secrets } = await product(3);
  const other = await product(1);
  const remove = async (typed: string) => {
    const removed = await perform(removeKeys, shop.ctx, { actorUserId: clerk }, { sku, keys: typed });
    await shop.ctx.catalog.reload();
    return removed;
  };
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  const typed = [...secrets.slice(0, 2), '', 'NUNCA-HOUVE-0001', ...other.secrets].join('\n');
  expect(await remove(typed)).toMatchObject({
    removed: 1,
    left: 1,
    sold: 1,
    soldLines: [1],
    unknownLines: [4, 5],
  });
  expect(await stockOf(other.sku)).toMatchObject({ left: 1 });
  expect(await remove(' \n')).toMatchObject({ reason: 'no_keys' });

  await perform(
    removeKeys,
    shop.ctx,
    { actorUserId: clerk },
    { sku: other.sku, keys: other.secrets.join('\n') },
  );
  await shop.ctx.catalog.reload();
  expect(await stockOf(other.sku)).toBeUndefined();
  expect(
    await perform(removeKeys, shop.ctx, { actorUserId: clerk }, { sku: other.sku, keys: 'QUALQUER-0001' }),
  ).toMatchObject({ reason: 'no_stock' });
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [other.position]));
  expect(await statusOf(orderId)).toBe('pending');
  // What was taken out may be put in again.
  expect(await add(other.sku, other.secrets[0] ?? '')).toMatchObject({ added: 1 });
});

/** As a restore does (server/backups/hold-free-keys.ts). */
async function hold(sku: string): Promise<void> {
  const now = shop.ctx.now();
  await shop.ctx.db
    .updateTable('stock_keys')
    .set({ taken_at: now, held_at: now })
    .where('sku', '=', sku)
    .where('taken_at', 'is', null)
    .execute();
  await shop.ctx.catalog.reload();
}
const heldOf = async (sku: string) =>
  (await listStock(shop.ctx)).find((each) => each.sku === sku)?.stock?.held;

test('what waits since a restore is not sold until staff release it, and what was sold goes out before', async () => {
  const { position, sku, secrets } = await product(4);
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  await hold(sku);
  expect([await stockOf(sku), await heldOf(sku)]).toEqual([{ sku, left: 0, sold: 1 }, 3]);
  const soldOut = { available: false, soldOut: true };
  expect(shop.ctx.catalog.current().findSkin(sku)).toMatchObject(soldOut);
  const keys = `${secrets[1]}\n${secrets[0]}`;
  expect(await perform(removeKeys, shop.ctx, { actorUserId: clerk }, { sku, keys })).toMatchObject({
    removed: 1,
    soldLines: [2],
  });
  expect(await heldOf(sku)).toBe(2);
  const release = () => perform(releaseKeys, shop.ctx, { actorUserId: clerk }, { sku });
  expect(await release()).toMatchObject({ released: 2 });
  expect([await stockOf(sku), await heldOf(sku)]).toEqual([{ sku, left: 2, sold: 1 }, 0]);
  expect(await release()).toMatchObject({ reason: 'none_held' });
  const logged = await shop.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', sku)
    .where('action', '=', 'stock.released')
    .execute();
  expect(logged).toMatchObject([{ details: { released: 2 } }]);
  await shop.ctx.catalog.reload();
  const { userId } = await createPaidOrder(shop, buy(shop.ctx, [position]));
  expect(await readKey(userId, (await entryOf(userId))?.id ?? '')).toBe(secrets[2]);
});

test('who paid for one that waits since a restore waits for staff, and no money goes back by itself', async () => {
  const { position, sku, secrets } = await product(1);
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  await hold(sku);
  await pay(orderId);
  expect(await statusOf(orderId)).toBe('pending');
  expect((await readStaffOrder(shop.ctx, orderId))?.refunds).toEqual([]);
  const send = () => sendLinks(shop.ctx, { actorUserId: clerk, orderId, links: {} });
  expect(await send()).toMatchObject({ reason: 'missing_links' });
  await perform(releaseKeys, shop.ctx, { actorUserId: clerk }, { sku });
  expect(await send()).toMatchObject({ ok: true });
  expect(await readKey(userId, (await entryOf(userId))?.id ?? '')).toBe(secrets[0]);
});

test('of a short key staff see less, so that it stays one', async () => {
  const { sku } = await product(0);
  await add(sku, 'AB\nABCDE\nABCDEFGH');
  const rows = await shop.ctx.db
    .selectFrom('stock_keys')
    .select('last_four')
    .where('sku', '=', sku)
    .execute();
  expect(rows.map((row) => row.last_four).toSorted()).toEqual(['B', 'DE', 'EFGH']);
});

test('a sale takes the oldest key, delivers it at once, and only its owner reads it', async () => {
  const { position, sku, secrets } = await product(2);
  const { orderId, userId } = await createPaidOrder(shop, buy(shop.ctx, [position]));
  expect(await statusOf(orderId)).toBe('completed');
  expect(await stockOf(sku)).toEqual({ sku, left: 1, sold: 1 });
  const entry = await entryOf(userId);
  expect(entry).toMatchObject({ isKey: true, asksWhetherItWorks: false });
  expect(await readKey(userId, entry?.id ?? '')).toBe(secrets[0]);
  expect(await readKey(await shop.createUser(), entry?.id ?? '')).toBeNull();
  const owned = await showOwned(shop.ctx, { userId, cursor: null });
  expect(owned.entries[0]).toMatchObject({ key: secrets[0] });
  // That it was seen is written down, like a download: it is given back only by staff.
  const records = await shop.ctx.db
    .selectFrom('delivery_records')
    .innerJoin('order_items as item', 'item.id', 'order_item_id')
    .select('kind')
    .where('item.order_id', '=', orderId)
    .execute();
  expect(records.map(({ kind }) => kind)).toContain('downloaded');
  await shop.settled();
  const opened = await openTicket(shop.ctx, { userId, subject: 'Chave', text: 'Não abre.', orderId, sku });
  if (!opened.ok) throw new Error(opened.reason);
  const seen = { isKey: true, downloadedAt: expect.any(Date) };
  expect(await readStaffTicket(shop.ctx, opened.id)).toMatchObject(seen);
});

// What is a secret of its owner stands nowhere else.
test('no mail, log line, event, job, audit line, export, order or page of evidence says a key', async () => {
  const { position, sku, secrets } = await product(3);
  const text = secrets[0] ?? '';
  const { orderId, userId } = await createPaidOrder(shop, buy(shop.ctx, [position]));
  const entry = await entryOf(userId);
  expect(await readKey(userId, entry?.id ?? '')).toBe(text);
  const delivered = await shop.jobs();
  await runJobs('mail-payment-confirmed', 'mail-links-delivered');
  const refunded = await perform(
    refundOrder,
    shop.ctx,
    { actorUserId: clerk },
    { orderId, confirmation: orderId.slice(0, 8), reason: 'A chave não abriu.' },
  );
  expect(refunded).toHaveProperty('refund.id');
  await shop.settled();
  const jobs = await shop.jobs();
  expect(jobs.length).toBeGreaterThan(delivered.length);
  await runJobs('mail-refund', 'mail-order-cancelled');
  expect(shop.mails.map(({ subject }) => subject).join()).toContain('Sua chave chegou!');
  const { db } = shop.ctx;
  const everything = {
    mails: shop.mails,
    log: shop.logLines,
    events: await shop.events(),
    jobs,
    audit: await db.selectFrom('audit_log').selectAll().execute(),
    staff: await readStaffOrder(shop.ctx, orderId),
    evidence: await readEvidence(shop.ctx, { actorUserId: clerk, orderId }),
    own: await listOwnOrders(shop.ctx, { userId, cursor: null }),
    collection: await listCollection(shop.ctx, { userId, cursor: null }),
    export: await readPerson(shop.ctx, userId),
    stock: await listStock(shop.ctx),
    catalog: shop.ctx.catalog.current().findSkin(sku),
    database: await readDatabase(),
  };
  for (const [place, said] of Object.entries(everything)) {
    const printed = JSON.stringify(said, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(printed.length, place).toBeGreaterThan(2);
    for (const secret of secrets) expect(printed, place).not.toContain(secret);
  }
});

/** Each row of each table, as a backup has it. */
async function readDatabase(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'jobs')`.execute(shop.ctx.db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ said: string }>`select t::text as said from ${sql.raw(name)} t`.execute(
      shop.ctx.db,
    );
    texts.push(...rows.map(({ said }) => said));
  }
  return texts;
}

test('without a key it cannot be bought, on any way to a payment, until there are more', async () => {
  const { position, sku } = await product(1);
  const open = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [position]),
  });
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  await shop.ctx.catalog.reload();
  expect(shop.ctx.catalog.current().findSkin(sku)).toMatchObject({ available: false, soldOut: true });
  const placed = await placeOrder(shop.ctx, {
    userId: await shop.createUser(),
    customer,
    purchase: buy(shop.ctx, [position]),
    shownTotalCents: null,
    idempotencyKey: null,
  });
  expect(refusal(placed)).toBe('sold_out');
  // Whoever has a code already reads it before they pay.
  const { user_id: userId } = await shop.ctx.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', open.orderId)
    .executeTakeFirstOrThrow();
  const resumed = await resumeOrder(shop.ctx, { userId: userId ?? '', orderId: open.orderId });
  expect(resumed).toMatchObject({ ok: false, reason: 'sold_out' });
  await add(sku, 'MAIS-UMA-0009');
  expect(shop.ctx.catalog.current().findSkin(sku)?.available).toBe(true);
  expect(await resumeOrder(shop.ctx, { userId: userId ?? '', orderId: open.orderId })).toMatchObject({
    ok: true,
  });
});

test(
  'fifty buyers pay at once for twenty keys: each key is sold once, and thirty get their money back',
  SLOW,
  async () => {
    const { position, sku, secrets } = await product(20);
    const buyers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const userId = await shop.createUser();
        const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
        return { userId, orderId };
      }),
    );
    await Promise.all(buyers.map(({ orderId }) => pay(orderId)));
    expect(await stockOf(sku)).toEqual({ sku, left: 0, sold: 20 });
    const keys = await Promise.all(
      buyers.map(async ({ userId }) => {
        const entry = await entryOf(userId);
        return entry ? readKey(userId, entry.id) : null;
      }),
    );
    expect(keys.filter((key) => key !== null).toSorted()).toEqual(secrets.toSorted());
    const unlucky = buyers.filter((_, n) => keys[n] === null);
    const requested = (await shop.jobs()).filter(({ name }) => name === 'send-refund');
    expect(requested.length).toBeGreaterThanOrEqual(30);
    await runJobs('send-refund');
    for (const { orderId } of unlucky) {
      const refunds = await shop.ctx.db
        .selectFrom('refunds')
        .select(['status', 'reason', 'amount_cents', 'requested_by'])
        .where('order_id', '=', orderId)
        .execute();
      expect(refunds).toEqual([
        { status: 'refunded', reason: 'sold_out', amount_cents: 1500, requested_by: null },
      ]);
      expect(await statusOf(orderId)).toBe('cancelled');
    }
    for (const { orderId } of buyers.filter((_, n) => keys[n] !== null))
      expect(await statusOf(orderId)).toBe('completed');
  },
);

test('the loser of a race reads why, and nobody of the staff has to press anything', async () => {
  const { position } = await product(1);
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, { userId, purchase: buy(shop.ctx, [position]) });
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  await shop.forget();
  await pay(orderId);
  const [order] = (await listOwnOrders(shop.ctx, { userId, cursor: null })).entries;
  expect(order?.items).toMatchObject([{ kept: false, whyBack: 'sold_out', downloadLink: null }]);
  expect((await readStaffOrder(shop.ctx, orderId))?.refunds).toMatchObject([
    { reason: 'sold_out', status: 'requested', keys: [] },
  ]);
  await runJobs('mail-payment-confirmed', 'mail-refund');
  const own = shop.mails
    .filter(({ text }) => text.includes(orderId.slice(0, 8)))
    .map(({ text }) => text)
    .join();
  expect(own).toContain('o estoque acabou um instante antes');
  expect(own).toContain('levou a última unidade');
  // A process that died before it sent the money: the sweep does.
  await sweepRefunds(shop.ctx);
  expect(await statusOf(orderId)).toBe('cancelled');
  expect(shop.ctx.catalog.current()).toBeDefined();
});

test('what else the order holds stays, with its own share of the money', async () => {
  const { position } = await product(1);
  const other = await product(1);
  const userId = await shop.createUser();
  const { orderId } = await checkOut(shop.ctx, {
    userId,
    purchase: buy(shop.ctx, [position, other.position]),
  });
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  await pay(orderId);
  await runJobs('send-refund');
  expect(await statusOf(orderId)).toBe('completed');
  const refunds = await shop.ctx.db
    .selectFrom('refunds')
    .select(['amount_cents', 'status'])
    .where('order_id', '=', orderId)
    .execute();
  expect(refunds).toEqual([{ amount_cents: 1500, status: 'refunded' }]);
  const entry = await entryOf(userId);
  expect(await readKey(userId, entry?.id ?? '')).toBe(other.secrets[0]);
  const news = await describeNews(shop.ctx, userId, { kind: 'delivered', orderId });
  expect(news?.body).toBe(`${entry?.skinName}: a chave está na sua coleção.`);
  await runJobs('mail-payment-confirmed');
  const soldOut = shop.ctx.catalog.current().skins[position]?.name;
  expect(shop.mails.find(({ text }) => text.includes(orderId.slice(0, 8)))?.text).toMatch(
    new RegExp(`A sua chave já está na sua coleção.* O estoque de ${soldOut} .*acabou um instante antes`),
  );
  // No link takes the place of a key, and none brings back what went back.
  const { order } = (await readStaffOrder(shop.ctx, orderId))!;
  const replaced = await Promise.all(
    order.items.map(({ id: itemId }) =>
      replaceLink(shop.ctx, { actorUserId: clerk, orderId, itemId, link: 'https://exemplo.com/a.zip' }),
    ),
  );
  expect(replaced).toMatchObject([{ reason: 'refunded' }, { reason: 'delivered_as_key' }]);
  expect(await readKey(userId, entry?.id ?? '')).toBe(other.secrets[0]);
});

test('a payment that fails before its end takes no key', async () => {
  const { position, sku } = await product(1);
  const { orderId, charge } = await checkOut(shop.ctx, {
    userId: await shop.createUser(),
    purchase: buy(shop.ctx, [position]),
  });
  await shop.simulator.pay(charge.id);
  const broken = {
    ...shop.ctx,
    enqueue: () => Promise.reject(new Error('the process died')),
  };
  await expect(checkCharge(broken, charge.id)).rejects.toThrow('the process died');
  expect(await stockOf(sku)).toEqual({ sku, left: 1, sold: 0 });
  await checkCharge(shop.ctx, charge.id);
  expect(await statusOf(orderId)).toBe('completed');
  expect(await stockOf(sku)).toEqual({ sku, left: 0, sold: 1 });
});

test('the database itself refuses a key for a second sale', async () => {
  const first = await product(1);
  const second = await product(1);
  await createPaidOrder(shop, buy(shop.ctx, [first.position]));
  const { userId } = await createPaidOrder(shop, buy(shop.ctx, [second.position]));
  const { key_id: sold } = await shop.ctx.db
    .selectFrom('grants')
    .select('key_id')
    .where('sku', '=', first.sku)
    .executeTakeFirstOrThrow();
  await expect(
    shop.ctx.db.updateTable('grants').set({ key_id: sold }).where('owner_id', '=', userId).execute(),
  ).rejects.toThrow('grants_key_id_key');
});

test('a refund says which key, keeps it sold, and its owner sees it no more', async () => {
  const { position, sku, secrets } = await product(2);
  const { orderId, userId, items } = await createPaidOrder(shop, buy(shop.ctx, [position]));
  const entry = await entryOf(userId);
  await perform(
    refundOrder,
    shop.ctx,
    { actorUserId: clerk },
    { orderId, confirmation: orderId.slice(0, 8), reason: 'Não abriu.', itemIds: items.map(({ id }) => id) },
  );
  await shop.settled();
  const staff = await readStaffOrder(shop.ctx, orderId);
  const end = secrets[0]?.slice(-4);
  expect(staff?.refunds).toMatchObject([{ status: 'refunded', keys: [end] }]);
  expect(staff?.order.items).toMatchObject([{ keyEnd: end, kept: false }]);
  expect((await readEvidence(shop.ctx, { actorUserId: clerk, orderId }))?.items).toMatchObject([
    { keyEnd: end },
  ]);
  expect(await readKey(userId, entry?.id ?? '')).toBeNull();
  expect(await findDownload(shop.ctx, { userId, entryId: entry?.id ?? '' })).toBeNull();
  expect((await listCollection(shop.ctx, { userId, cursor: null })).entries).toEqual([]);
  expect(await stockOf(sku)).toEqual({ sku, left: 1, sold: 1 });
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  expect(await stockOf(sku)).toEqual({ sku, left: 0, sold: 2 });
});

test('of a gift only its receiver reads the key, and one that nobody read goes back when they take another skin', async () => {
  const { position, sku, secrets } = await product(2);
  const instead = await product(1);
  const give = async (receiver: string, other?: string) => {
    const buyer = await shop.createUser();
    const { orderId } = await checkOut(shop.ctx, {
      userId: buyer,
      purchase: buy(shop.ctx, [position]),
      gift: { email: 'amiga@exemplo.com', message: '' },
    });
    await pay(orderId);
    await runJobs('mail-gift');
    const token = /\/presente\/([\w-]{22})/.exec(shop.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const claimed = await claimGift(shop.ctx, {
      userId: receiver,
      token,
      instead: (other ?? null) as never,
      source: { address: '203.0.113.9', userAgent: null },
    });
    return { buyer, orderId, claimed };
  };
  const receiver = await shop.createUser();
  const first = await give(receiver);
  if (!first.claimed.ok) throw new Error(first.claimed.reason);
  expect(await readKey(receiver, first.claimed.entryId)).toBe(secrets[0]);
  expect(await readKey(first.buyer, first.claimed.entryId)).toBeNull();
  const [bought] = (await listOwnOrders(shop.ctx, { userId: first.buyer, cursor: null })).entries;
  expect(bought?.items[0]?.downloadLink).toBeNull();

  await shop.forget();
  const second = await give(receiver, instead.sku);
  if (!second.claimed.ok) throw new Error(second.claimed.reason);
  expect(await readKey(receiver, second.claimed.entryId)).toBe(instead.secrets[0]);
  expect(await stockOf(sku)).toEqual({ sku, left: 1, sold: 1 });
  expect(await stockOf(instead.sku)).toEqual({ sku: instead.sku, left: 0, sold: 1 });
});

/** A paid order of an account with a dispute: it waits for staff, with its key. */
async function buyInDispute(position: number) {
  const earlier = await product(1);
  const { orderId: disputed, userId } = await createPaidOrder(shop, buy(shop.ctx, [earlier.position]));
  const charge = await shop.ctx.db
    .selectFrom('charges')
    .select(['id', 'gateway'])
    .where('order_id', '=', disputed)
    .executeTakeFirstOrThrow();
  await shop.ctx.db
    .insertInto('disputes')
    .values({
      charge_id: charge.id,
      order_id: disputed,
      gateway: charge.gateway,
      gateway_dispute_id: `d${earlier.position}`,
      opened_at: shop.ctx.now(),
      answer_by: null,
      reason: 'não reconhece',
      state: 'open',
      decided_at: null,
    } as never)
    .execute();
  return createPaidOrder(shop, buy(shop.ctx, [position]), userId);
}

test('a dispute of the account holds the key back, which its order keeps, and staff deliver it knowingly', async () => {
  const { position, sku, secrets } = await product(1);
  const { orderId, userId } = await buyInDispute(position);
  expect(await statusOf(orderId)).toBe('pending');
  expect(await stockOf(sku)).toEqual({ sku, left: 0, sold: 1 });
  const staff = await readStaffOrder(shop.ctx, orderId);
  expect(staff?.order.items).toMatchObject([{ hasKey: true, keyEnd: secrets[0]?.slice(-4) }]);
  // A link from the desk would take the place of its key.
  expect(await readWaiting(shop.ctx.db, sku)).toEqual([]);
  expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links: {} })).toMatchObject({ ok: true });
  const owned = await listCollection(shop.ctx, { userId, cursor: null });
  const entry = owned.entries.find(({ orderId: of }) => of === orderId);
  expect(await readKey(userId, entry?.id ?? '')).toBe(secrets[0]);
});

test('a typed link gives the key back that nobody has seen', async () => {
  const { position, sku } = await product(1);
  const { orderId, links } = await buyInDispute(position);
  expect(await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links })).toMatchObject({ ok: true });
  expect(await stockOf(sku)).toEqual({ sku, left: 1, sold: 0 });

  const again = await buyInDispute(position);
  expect(await stockOf(sku)).toEqual({ sku, left: 0, sold: 1 });
  const content = { link: 'https://arquivos.exemplo.com/a.zip' };
  const item = { orderId: again.orderId, sku, content, onlyThisOrder: true };
  expect(await deliverItem(shop.ctx, { actorUserId: clerk, ...item })).toMatchObject({ ok: true });
  expect(await stockOf(sku)).toEqual({ sku, left: 1, sold: 0 });
});

test('a refused delivery takes no key', async () => {
  const [rich, poor] = [await product(0), await product(0)];
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [rich.position, poor.position]));
  await add(rich.sku, 'SEGREDO-RICO-1');
  await add(poor.sku, 'SEGREDO-POBRE-1');
  await createPaidOrder(shop, buy(shop.ctx, [poor.position]));
  const refused = await sendLinks(shop.ctx, { actorUserId: clerk, orderId, links: {} });
  expect(refused).toMatchObject({ ok: false, reason: 'missing_links' });
  expect(await stockOf(rich.sku)).toEqual({ sku: rich.sku, left: 1, sold: 0 });
});

test('a key comes at once, whatever becomes of a file of its skin', async () => {
  const [keys, plain] = [await product(1), await product(0)];
  for (const { sku } of [keys, plain])
    await shop.ctx.db
      .insertInto('skin_files')
      .values({ sku, link: 'https://arquivos.exemplo.com/a.zip', updating: true, updated_at: shop.ctx.now() })
      .execute();
  await shop.ctx.catalog.reload();
  const { isUpdating } = shop.ctx.catalog.current();
  expect([isUpdating(keys.sku), isUpdating(plain.sku)]).toEqual([false, true]);
});

test('staff are told when few are left, and never where the setting is 0', async () => {
  const { position, sku } = await product(7);
  const low = async () => {
    await refreshAlarms(shop.ctx);
    const rows = await shop.ctx.db
      .selectFrom('alarms')
      .select('subject')
      .where('kind', '=', 'stock_low')
      .execute();
    return rows.map(({ subject }) => subject);
  };
  expect(await low()).not.toContain(sku);
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  await createPaidOrder(shop, buy(shop.ctx, [position]));
  expect(await low()).toContain(sku);
  expect((await describeAlarms(shop.ctx)).join()).toContain('poucas chaves');
  // What is sold no more needs none.
  const { db } = shop.ctx;
  await db.insertInto('products').values({ name: 'P', price_cents: 1, sku, is_active: false }).execute();
  expect(await low()).not.toContain(sku);
  await db.updateTable('products').set({ is_active: true }).where('sku', '=', sku).execute();
  expect(await low()).toContain(sku);
  await db
    .updateTable('skins')
    .set({ sku: `${sku}9` })
    .where('sku', '=', sku)
    .execute();
  expect(await low()).not.toContain(sku);
  await db.updateTable('skins').set({ sku }).where('sku', '=', `${sku}9`).execute();
  shop.ctx.settings.lowStock = 0;
  expect(await low()).toEqual([]);
  shop.ctx.settings.lowStock = 5;
});
