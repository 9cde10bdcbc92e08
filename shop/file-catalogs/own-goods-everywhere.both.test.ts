import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loader as salesCsv } from '#app/endpoints/admin/coupons/sales-csv.ts';
import { loader as evidence } from '#app/endpoints/admin/orders/order-evidence.ts';
import { loader as ordersCsv } from '#app/endpoints/admin/orders/orders-csv.ts';
import { loader as collectionPicture } from '#app/endpoints/files/collection-picture.ts';
import { loader as feed } from '#app/endpoints/files/feed.ts';
import { auditSubject, nameSkins } from '#app/routes/admin/audit/audit-words.ts';
import { loader as completeChampion } from '#app/routes/cart/complete-champion.ts';
import { listChoices } from '#app/routes/gift/list-choices.ts';
import { askedJobs } from '#jobs/all-jobs.ts';
import { readPerson } from '#shop/accounts/profile/read-person.ts';
import { listAttention } from '#shop/attention/list-attention.ts';
import { listAudit } from '#shop/audit/list-audit.ts';
import { championProgress } from '#shop/collection/champion-progress.ts';
import { listCollection } from '#shop/collection/list-collection.ts';
import { ownedSkus } from '#shop/collection/owned-skins.ts';
import { findPublicCollection, listShownSkins } from '#shop/collection/public/open-public-collection.ts';
import { tellWishers } from '#shop/collection/wishes/tell-wishers.ts';
import { deliverHeld } from '#shop/delivery/desk/deliver-held.ts';
import { UNDO_SECONDS } from '#shop/delivery/desk/hold-delivery.ts';
import { listUpdatingFiles } from '#shop/delivery/patch/list-patch.ts';
import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import { tellOwners } from '#shop/delivery/patch/tell-owners.ts';
import { listLatestDisputes } from '#shop/disputes/list-disputes.ts';
import { claimImported } from '#shop/moving/claim-imported.ts';
import { exportShop } from '#shop/moving/leaving/export-shop.ts';
import { receiveFile } from '#shop/moving/receive-file.ts';
import { runImport, runImports } from '#shop/moving/run-import.ts';
import { readImport } from '#shop/moving/shown-import.ts';
import { countSoldSkins } from '#shop/numbers/count-sold-skins.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { checkCharge } from '#shop/payments/charges/check-charge.ts';
import { refundPreorders } from '#shop/preorders/refund-preorders.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { perform } from '#test/perform.ts';
import { customer } from '#test/purchases.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { publishCatalog } from './publish-catalog.ts';
import { tryFile } from './try-file.ts';

/*
 * Goods of the shop's own, whose keys are as long and odd as a file makes them, in each room that speaks keys. What has
 * its own test: search, price, sale and pictures.
 */

const FILE = 'Pacotes de som da loja de 2026.csv';
const CATALOG = 'pacotes-de-som-da-loja-de-2026';
const BLADES = 'Espadas longas e outras armas brancas';
/** By group; each test has some of its own. */
const ITEMS: Record<string, string[]> = {
  [BLADES]:
    'cupom-1 cupom-2 Desejo_1.0 troca-1 troca-2 lote-1 lote-2 conta-1 chave-1 chave-2 sai-1 fica-1'.split(
      ' ',
    ),
  Escudos: 'fora-1 ficha-1 presente-1 espera-1 adiante-1 adiante-2 conta-2 mesa-1 mesa-2 sai-2'.split(' '),
  'Trilhas do norte': 'trilha-1 trilha-2'.split(' '),
};
const csvOf = (items: Record<string, string[]>) =>
  ['group;name;id;price']
    .concat(
      Object.entries(items).flatMap(([group, ids]) => ids.map((id) => `${group};Item ${id};${id};20,00`)),
    )
    .join('\n');

let shop: TestContext;
let owner: string;
const others: TestContext[] = [];
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
  await publish(shop, csvOf(ITEMS));
});
beforeEach(() => shop.forget());
afterAll(async () => {
  for (const each of [shop, ...others]) await each.close();
});

async function publish(to: TestContext, text: string, catalogId: string | null = null): Promise<void> {
  const actorUserId = await createClerk(to);
  const content = (async function* () {
    yield Buffer.from(text);
  })();
  const tried = await tryFile(to.ctx, { actorUserId, catalogId, name: FILE, content });
  if (!tried.ok) throw new Error(tried.reason);
  await perform(publishCatalog, to.ctx, { actorUserId }, { catalogId: tried.catalog.id });
  await to.ctx.catalog.reload();
}

const skuOf = (id: string) => `file:${CATALOG}:${id}`;
const pathOf = (id: string) => `file:${CATALOG}/${id}`;
const groupOf = (id: string) => shop.ctx.catalog.current().findSkin(skuOf(id))!.championId;
const inGroup = (group: string) =>
  shop.ctx.catalog.current().champions.find(({ name }) => name === group)!.id;
const api = (userId: string | null, call: string, body?: unknown) => callApi(shop.ctx, userId, call, body);
const buy = (ids: string[], userId?: string) =>
  createPaidOrder(shop, { kind: 'skins', skins: ids.map((id) => ({ sku: skuOf(id) })) }, userId);
const linkOf = (id: string) => `https://arquivos.exemplo.com/${id}.zip`;
const give = (id: string, auto = true) =>
  api(owner, `PUT /api/admin/skin-files/${pathOf(id)}`, { link: linkOf(id), auto });
const statusOf = async (orderId: string) =>
  (
    await shop.ctx.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status;
async function entryOf(userId: string, id: string) {
  const { entries } = await listCollection(shop.ctx, { userId, cursor: null });
  return entries.find(({ sku }) => sku === skuOf(id));
}
/** Its mails, as they are sent. */
async function sendMails(name: keyof typeof askedJobs) {
  shop.mails.length = 0;
  for (const job of await shop.jobs())
    if (job.name === name) await askedJobs[name].run(shop.ctx, job.data as never, name);
  return shop.mails.map(({ to, text }) => ({ to, text }));
}
async function csv(loader: Parameters<typeof callRoute>[0], path: string, params = {}): Promise<string> {
  const context = contextFor(shop.ctx, owner);
  return ((await callRoute(loader, { path, params, context })) as Response).text();
}
async function confirmed(): Promise<string> {
  const id = await shop.createUser();
  await shop.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();
  return id;
}

test('a coupon of a group lowers its goods alone, says so for others, and counts its uses', async () => {
  const made = await api(owner, 'POST /api/admin/coupons', {
    code: 'LAMINAS',
    percent: 50,
    champion_id: groupOf('cupom-1'),
    max_uses: 1,
  });
  expect(made).toMatchObject({ status: 201, body: { champion_id: groupOf('cupom-1'), uses: 0 } });
  expect((await api(owner, 'PATCH /api/admin/coupons/LAMINAS', { percent: 40 })).status).toBe(200);
  const quote = (userId: string, ...ids: string[]) =>
    api(userId, 'POST /api/quote', { items: ids.map(skuOf), coupon: 'laminas' });
  const userId = await shop.createUser();
  expect((await quote(userId, 'cupom-1', 'fora-1')).body).toMatchObject({
    items: [{ sku: skuOf('cupom-1'), price: 20 }, { sku: skuOf('fora-1') }],
    discount: 8,
    total: 32,
    coupon: { reason: null },
  });
  expect((await quote(userId, 'fora-1')).body).toMatchObject({
    discount: 0,
    coupon: { reason: 'champion', message: expect.stringContaining(BLADES) },
  });

  const bought = await api(userId, 'POST /api/create-pix-payment', {
    amount: 32,
    cartItems: [{ sku: skuOf('cupom-1') }, { sku: skuOf('fora-1') }],
    coupon: 'LAMINAS',
    customer,
  });
  expect(bought).toMatchObject({ status: 201 });
  const order = await shop.ctx.db
    .selectFrom('orders')
    .innerJoin('charges', 'charges.order_id', 'orders.id')
    .select(['orders.id', 'charges.id as charge', 'discount_cents'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(order.discount_cents).toBe(800);
  await shop.simulator.pay(order.charge);
  await checkCharge(shop.ctx, order.charge);
  expect((await quote(await shop.createUser(), 'cupom-2')).body).toMatchObject({
    discount: 0,
    coupon: { reason: 'used_up' },
  });
  expect(await csv(salesCsv, '/x', { code: 'LAMINAS' })).toContain(
    `Item cupom-1 - ${BLADES} | Item fora-1 - Escudos;32,00;8,00;0,00`,
  );
  const { body: numbers } = await api(owner, 'GET /api/admin/numbers');
  expect(numbers.coupons).toMatchObject([{ code: 'LAMINAS', orders: 1, discount: 8 }]);
});

test("'Avise-me' and 'Mais pedidas sem arquivo': who wishes for an item is counted, and told once when its file comes", async () => {
  const [wisher, owns] = [await confirmed(), await confirmed()];
  for (const userId of [wisher, owns])
    expect((await api(userId, `PUT /api/wishlist/${pathOf('Desejo_1.0')}`)).status).toBe(204);
  expect((await api(null, `POST /api/demand/${pathOf('Desejo_1.0')}`)).status).toBe(204);
  const { body: wishes } = await api(wisher, 'GET /api/wishlist');
  expect(wishes).toMatchObject([{ sku: skuOf('Desejo_1.0'), champion_id: null, skin_num: null, price: 20 }]);
  await buy(['Desejo_1.0'], owns);
  const demand = async () =>
    (await api(owner, 'GET /api/admin/demand')).body.find(
      ({ sku }: { sku: string }) => sku === skuOf('Desejo_1.0'),
    );
  expect(await demand()).toMatchObject({ wishes: 1, searches: 1, orders_by_hand: 1, waiting: 1 });
  await tellWishers(shop.ctx);
  expect(await sendMails('mail-skins-arrived')).toEqual([]);

  expect((await give('Desejo_1.0')).status).toBe(200);
  await tellWishers(shop.ctx);
  await tellWishers(shop.ctx);
  expect(await sendMails('mail-skins-arrived')).toEqual([
    {
      to: `${wisher}@exemplo.com`,
      text: expect.stringContaining(`http://localhost:3000/loja/skin/${pathOf('Desejo_1.0')}`),
    },
  ]);
  await shop.ctx.catalog.reload();
  expect(await demand()).toBeUndefined();
});

test('a ticket is about an item of an order, by its name, and one that the order does not have is refused', async () => {
  const { userId, orderId } = await buy(['ficha-1']);
  const ask = (id: string) =>
    api(userId, 'POST /api/tickets', {
      subject: 'Som',
      text: `Não toca: ${id}.`,
      order_id: orderId,
      sku: skuOf(id),
    });
  expect((await ask('fora-1')).status).toBe(422);
  const { status, body } = await ask('ficha-1');
  expect(status).toBe(201);
  await give('ficha-1');
  expect((await api(owner, `GET /api/admin/tickets/${body.id}`)).body).toMatchObject({
    sku: skuOf('ficha-1'),
    champion_id: null,
    order_id: orderId,
    current_file_version: 1,
  });
  const { body: found } = await api(owner, 'GET /api/admin/tickets?q=ficha-1');
  expect(found).toMatchObject([{ id: body.id }]);
});

test('a gift is bought, claimed, and by who owns it exchanged for another of the shop’s own', async () => {
  const [buyer, friend] = [await shop.createUser(), await shop.createUser()];
  await buy(['presente-1'], friend);
  await give('troca-1');
  const bought = await api(buyer, 'POST /api/create-pix-payment', {
    amount: 20,
    skinData: { sku: skuOf('presente-1') },
    gift: { email: 'amiga@exemplo.com' },
    customer,
  });
  expect(bought.status).toBe(201);
  const { id, charge } = await shop.ctx.db
    .selectFrom('orders')
    .innerJoin('charges', 'charges.order_id', 'orders.id')
    .select(['orders.id', 'charges.id as charge'])
    .where('user_id', '=', buyer)
    .executeTakeFirstOrThrow();
  await shop.simulator.pay(charge);
  await checkCharge(shop.ctx, charge);
  shop.mails.length = 0;
  const gift = await shop.ctx.db
    .selectFrom('gifts')
    .select('id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  for (const { name, data } of await shop.jobs())
    if ('giftId' in data && data.giftId === gift.id) await askedJobs[name].run(shop.ctx, data as never, name);
  const token = /\/presente\/([\w-]{22})/.exec(shop.mails.map(({ text }) => text).join(' '))?.[1];
  const claim = (instead?: string) => api(friend, `POST /api/gifts/${token}/claim`, { instead });
  expect(await claim()).toMatchObject({ status: 409, body: { error: { code: 'already_owned' } } });
  const owned = await ownedSkus(shop.ctx, friend);
  const choices = listChoices(shop.ctx.catalog.current(), { query: 'troca', atMostCents: 2000, owned });
  expect(choices.map(({ key }) => key).toSorted()).toEqual([
    `file:${CATALOG}_troca-1`,
    `file:${CATALOG}_troca-2`,
  ]);
  expect((await claim(skuOf('troca-1'))).status).toBe(200);
  expect(await entryOf(friend, 'troca-1')).toMatchObject({ downloadLink: linkOf('troca-1') });
  expect(await statusOf(id)).toBe('completed');
});

test.each([
  ['by item', 'lote-1', () => ({ skins: [skuOf('lote-1')] })],
  ['by group', 'lote-2', () => ({ champion_id: groupOf('lote-2') })],
])(
  'a patch day marks own goods %s, holds what is bought, and its end delivers and tells',
  async (_, id, scopeOf) => {
    await give(id);
    const scope = scopeOf();
    const { userId: before } = await buy([id], await confirmed());
    const patch = (body: object) => api(owner, 'POST /api/admin/patch', { scope, ...body });
    expect((await patch({ state: 'updating' })).status).toBe(200);
    const updating = async () =>
      (await listUpdatingFiles(shop.ctx, { cursor: null })).entries.map(({ sku }) => sku);
    expect(await updating()).toContain(skuOf(id));
    // Those of another group are not touched.
    expect((await updating()).filter((sku) => !sku.includes('lote'))).not.toContain(skuOf('ficha-1'));
    const { orderId, userId } = await buy([id]);
    expect(await statusOf(orderId)).toBe('pending');
    await releaseOrders(shop.ctx);
    expect(await statusOf(orderId)).toBe('pending');

    expect((await patch({ state: 'ready', notify: true })).body.skins).toBeGreaterThan(0);
    await shop.settled();
    await releaseOrders(shop.ctx);
    expect(await updating()).toEqual([]);
    expect(await statusOf(orderId)).toBe('completed');
    expect(await entryOf(userId, id)).toMatchObject({ downloadLink: linkOf(id) });
    await tellOwners(shop.ctx);
    const told = (await shop.jobs()).filter(
      (job) => job.name === 'mail-skins-updated' && job.data.userId === before,
    );
    expect(told).toHaveLength(1);
    await askedJobs['mail-skins-updated'].run(shop.ctx, told[0]!.data as never, 'mail-skins-updated');
    expect(shop.mails.at(-1)?.text).toContain(`Item ${id}`);
  },
);

test('the numbers name what sold most, by item and by group', async () => {
  await buy(['conta-1']);
  await buy(['conta-1', 'conta-2']);
  const { body } = await api(owner, 'GET /api/admin/numbers');
  expect(body.top_skins).toContainEqual({
    sku: skuOf('conta-1'),
    champion_id: null,
    skin_num: null,
    skin_name: 'Item conta-1',
    champion_name: BLADES,
    sold: 2,
    revenue: 40,
  });
  const sold = await shop.ctx.db
    .selectFrom('owed_items')
    .innerJoin('orders', 'orders.id', 'owed_items.order_id')
    .select((eb) => ['champion_name', eb.fn.countAll<number>().as('sold')])
    .where('paid_at', 'is not', null)
    .groupBy('champion_name')
    .execute();
  for (const { champion_name: name, sold: count } of sold)
    expect(body.top_champions).toContainEqual(
      expect.objectContaining({ champion_id: inGroup(name), champion_name: name, sold: Number(count) }),
    );
  const lines = await csv(ordersCsv, `/x?skin=file:${CATALOG}_conta-2`);
  expect(lines.trim().split('\r\n')).toHaveLength(2);
  expect(lines).toContain(`Item conta-1 - ${BLADES} | Item conta-2 - Escudos`);
});

test('sold ahead of its file an item waits for it, and without one its money goes back', async () => {
  const until = addDays(dayOf(shop.ctx.now()), 5);
  for (const id of ['adiante-1', 'adiante-2'])
    expect(await api(owner, `PUT /api/admin/preorders/${pathOf(id)}`, { until })).toMatchObject({
      status: 200,
    });
  await shop.ctx.catalog.reload();
  expect(shop.ctx.catalog.current().aheadUntil(skuOf('adiante-1'))).toBe(until);
  const [comes, never] = [await buy(['adiante-1']), await buy(['adiante-2'])];
  expect(await statusOf(comes.orderId)).toBe('pending');
  await give('adiante-1', false);
  await releaseOrders(shop.ctx);
  expect(await statusOf(comes.orderId)).toBe('completed');
  expect(await entryOf(comes.userId, 'adiante-1')).toMatchObject({ downloadLink: linkOf('adiante-1') });

  shop.passSeconds(6 * 24 * 3600);
  await refundPreorders(shop.ctx);
  const refunds = await shop.ctx.db.selectFrom('refunds').select(['order_id', 'reason']).execute();
  expect(refunds).toEqual([{ order_id: never.orderId, reason: 'preorder_over' }]);
});

test('a collection of own goods is shown to everybody, and its group is counted and completed', async () => {
  const { userId } = await buy(['trilha-1']);
  const saved = await api(userId, 'PUT /api/me/public-collection', {
    on: true,
    name: 'Bia',
    slug: 'sons-da-bia',
  });
  expect(saved.status).toBe(200);
  const collection = await findPublicCollection(shop.ctx, 'sons-da-bia');
  expect(collection).toMatchObject({ count: 1 });
  expect((await listShownSkins(shop.ctx, { userId, cursor: null })).entries).toEqual([
    {
      sku: skuOf('trilha-1'),
      championName: 'Trilhas do norte',
      name: 'Item trilha-1',
      splashPath: `/img/file:${CATALOG}_trilha-1`,
      isListed: true,
    },
  ]);
  const context = contextFor(shop.ctx, userId);
  const picture = (await callRoute(collectionPicture as never, {
    context,
    params: { slug: 'sons-da-bia' },
  })) as Response;
  expect(picture.status).toBe(200);
  const group = groupOf('trilha-1');
  expect(championProgress(shop.ctx.catalog.current(), await ownedSkus(shop.ctx, userId))).toMatchObject([
    {
      championId: group,
      championName: 'Trilhas do norte',
      owned: 1,
      total: 2,
      missing: [{ sku: skuOf('trilha-2') }],
    },
  ]);
  const completed = await callRoute(completeChampion as never, {
    context,
    path: `/carrinho/completar?${new URLSearchParams({ campeao: group })}`,
  });
  expect(completed).toMatchObject({ items: [{ id: `file:${CATALOG}_trilha-2`, skinName: 'Item trilha-2' }] });
});

test("of a disputed order of keys staff read which, in the dispute, in 'Atenção' and in its evidence", async () => {
  const add = (id: string, keys: string) => api(owner, `POST /api/admin/stock/${pathOf(id)}`, { keys });
  expect((await add('chave-1', 'SOM-AAAA-1111')).status).toBe(200);
  expect((await add('chave-2', 'SOM-BBBB-2222\nSOM-CCCC-3333')).status).toBe(200);
  await shop.ctx.catalog.reload();
  const { orderId, userId } = await buy(['chave-2', 'chave-1']);
  expect(await statusOf(orderId)).toBe('completed');
  const { body: owned } = await api(userId, 'GET /api/collection');
  expect(owned.map(({ sku, key }: Record<string, string>) => [sku, key]).toSorted()).toEqual([
    [skuOf('chave-1'), 'SOM-AAAA-1111'],
    [skuOf('chave-2'), 'SOM-BBBB-2222'],
  ]);
  const { id } = await shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await shop.ctx.simulator?.dispute(id, 'open');
  await checkCharge(shop.ctx, id, { evenIfPaid: true });
  const disputes = await listLatestDisputes(shop.ctx);
  expect(disputes.find((dispute) => dispute.orderId === orderId)?.keys).toEqual(['2222', '1111']);
  expect(await listAttention(shop.ctx, { orderId })).toMatchObject([
    { kind: 'dispute', keys: ['2222', '1111'] },
  ]);
  const page = await csv(evidence, '/x', { id: orderId });
  expect(page).toMatch(/Item chave-1[^<]*\(Espadas longas e outras armas brancas\), chave terminada em 1111/);
  expect(page).toMatch(/Item chave-2[^<]*, chave terminada em 2222/);
  const { body: stock } = await api(owner, 'GET /api/admin/stock');
  expect(stock).toContainEqual(expect.objectContaining({ sku: skuOf('chave-2'), left: 1, sold: 1 }));
  const { entries } = await listAudit(shop.ctx, { cursor: null });
  const line = entries.find(
    ({ action, subjectId }) => action === 'stock.added' && subjectId.endsWith('chave-1'),
  )!;
  expect(nameSkins(shop.ctx.catalog.current(), [line]).map(auditSubject).join()).toContain('Item chave-1');
});

test('the desk delivers an item to all who wait for it, at once and after the time to take it back', async () => {
  const orders = [await buy(['mesa-1']), await buy(['mesa-1']), await buy(['mesa-2'])];
  const { body: desk } = await api(owner, 'GET /api/admin/desk');
  expect(desk).toContainEqual(
    expect.objectContaining({
      sku: skuOf('mesa-1'),
      skin_name: 'Item mesa-1',
      champion_name: 'Escudos',
      waiting: 2,
    }),
  );
  const deliver = (id: string, link: string, more = {}) =>
    api(owner, 'POST /api/admin/desk/deliver', { sku: skuOf(id), link, ...more });
  expect((await deliver('mesa-1', linkOf('mesa-1'))).body.completed.toSorted()).toEqual(
    [orders[0]!.orderId, orders[1]!.orderId].toSorted(),
  );
  // A slip of the clipboard is asked about by name.
  const asked = await deliver('mesa-2', linkOf('mesa-1'), { ask: true });
  expect(asked).toMatchObject({ status: 409, body: { error: { code: 'of_other_skin' } } });
  expect((await api(owner, 'POST /api/admin/desk/presence', { sku: skuOf('mesa-2') })).status).toBe(204);
  const events = await shop.events();
  expect(events.filter(({ event }) => event === 'desk')).toMatchObject([
    { data: { skin: `file:${CATALOG}_mesa-2` } },
  ]);
  expect((await deliver('mesa-2', linkOf('mesa-2'), { undo: true })).body.held).toMatchObject({
    id: expect.any(String),
  });
  shop.passSeconds(UNDO_SECONDS + 1);
  await deliverHeld(shop.ctx);
  expect(await Promise.all(orders.map(({ orderId }) => statusOf(orderId)))).toEqual(
    Array(3).fill('completed'),
  );
  expect(await entryOf(orders[2]!.userId, 'mesa-2')).toMatchObject({ downloadLink: linkOf('mesa-2') });
});

test('the private feed and what a person takes along name an item by its key', async () => {
  const { userId } = await buy(['espera-1']);
  await give('espera-1');
  const { body } = await api(userId, 'POST /api/me/feed');
  const answer = (await callRoute(feed, {
    context: contextFor(shop.ctx, null),
    params: { token: body.url.split('/').at(-1) },
  })) as Response;
  expect(await answer.json()).toMatchObject({
    items: [{ id: skuOf('espera-1'), title: 'Item espera-1', content_text: 'Item espera-1 (Escudos)' }],
  });
  await api(userId, `PUT /api/wishlist/${pathOf('fora-1')}`);
  await api(userId, 'POST /api/tickets', { subject: 'Som', text: 'Quando chega?', sku: skuOf('espera-1') });
  const named = (await readPerson(shop.ctx, userId)).flatMap(({ part, rows }) =>
    rows.flatMap((row) => ('sku' in row ? [[part, row.sku, row.campeao_codigo, row.skin_numero]] : [])),
  );
  expect(named.map(([, ...rest]) => rest)).toEqual(
    expect.arrayContaining([
      [skuOf('espera-1'), null, null],
      [skuOf('fora-1'), null, null],
    ]),
  );
  // Items, collection, wishes and tickets.
  expect(new Set(named.map(([part]) => part)).size).toBe(4);
});

async function leave(from: TestContext): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { file, text } of exportShop(from.ctx.db)) files[file] = (files[file] ?? '') + text;
  return files;
}
async function bring(to: TestContext, name: string, text: string) {
  const actorUserId = await createClerk(to);
  const content = (async function* () {
    yield Buffer.from(text);
  })();
  const sent = await receiveFile(to.ctx, { actorUserId, name, said: new Map(), content });
  if (!sent.ok) throw new Error(sent.reason);
  await perform(runImport, to.ctx, { actorUserId }, { importId: sent.import.id });
  await runImports(to.ctx);
  return (await readImport(to.ctx.db, sent.import.id))!;
}
async function openOther(): Promise<TestContext> {
  const other = await createTestContext();
  others.push(other);
  return other;
}

test('a shop of own goods moves out and in again with their keys, also by the tables of others', async () => {
  const { userId, orderId } = await buy(['trilha-2', 'cupom-2']);
  const { email } = await shop.ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const left = await leave(shop);
  const own = JSON.parse(left['fulgor.json']!);
  expect(own.owned).toContainEqual(
    expect.objectContaining({ email, order_id: orderId, sku: skuOf('trilha-2') }),
  );
  expect(left['files.csv']).toContain(skuOf('Desejo_1.0'));

  const other = await openOther();
  // Before its catalogue: the keys are the same.
  expect(await bring(other, 'fulgor.json', left['fulgor.json']!)).toMatchObject({
    state: 'done',
    unclear: [],
    created: { owned: own.owned.length, coupons: own.coupons.length },
  });
  await publish(other, csvOf(ITEMS));
  expect(JSON.parse((await leave(other))['fulgor.json']!)).toEqual(own);
  const claimer = await other.createUser();
  await other.ctx.transaction((tx) => claimImported(tx, { userId: claimer, email, at: other.ctx.now() }));
  expect(await ownedSkus(other.ctx, claimer)).toEqual(new Set([skuOf('trilha-2'), skuOf('cupom-2')]));
  const progress = championProgress(other.ctx.catalog.current(), await ownedSkus(other.ctx, claimer));
  expect(progress).toContainEqual(expect.objectContaining({ championName: 'Trilhas do norte', owned: 1 }));

  const third = await openOther();
  await publish(third, csvOf(ITEMS));
  for (const name of ['orders.csv', 'products.csv'])
    expect(await bring(third, name, left[name]!)).toMatchObject({
      state: 'done',
      unclear: [],
      unmatched: [],
    });
  const { body: products } = await callApi(third.ctx, await createClerk(third), 'GET /api/admin/products');
  expect(products.map(({ sku }: { sku: string }) => sku)).toContain(skuOf('Desejo_1.0'));
});

test('what has left its catalogue still counts for its own group and ends its patch day with it', async () => {
  await give('sai-1');
  await give('sai-2');
  const patch = (state: string) =>
    api(owner, 'POST /api/admin/patch', { scope: { champion_id: inGroup(BLADES) }, state });
  const waits = await buy(['sai-1']);
  await buy(['sai-2']);
  expect((await patch('updating')).status).toBe(200);
  const others = { scope: { skins: [skuOf('sai-2')] }, state: 'updating' };
  expect((await api(owner, 'POST /api/admin/patch', others)).body).toMatchObject({ skins: 1 });
  const held = await buy(['sai-1']);
  await buy(['fica-1']);
  const today = dayOf(shop.ctx.now());
  const groups = async () => {
    const { body } = await api(owner, `GET /api/admin/numbers?from=${today}&to=${today}`);
    return body.top_champions.map((row: Record<string, unknown>) => [
      row.champion_id,
      row.champion_name,
      row.sold,
    ]);
  };
  const before = await groups();
  const { Escudos: _gone, ...stays } = ITEMS;
  await publish(shop, csvOf({ ...stays, [BLADES]: ['fica-1'] }), CATALOG);
  expect(shop.ctx.catalog.current().findSkin(skuOf('sai-1'))).toBeNull();
  const after = await groups();
  // The one that has gone has no other name.
  const left = before.map(([id, name, count]: unknown[]) => [
    name === 'Escudos' ? `file:${CATALOG}:Escudos` : id,
    name,
    count,
  ]);
  expect(after.toSorted()).toEqual(left.toSorted());

  expect(await statusOf(waits.orderId)).toBe('completed');
  expect(await statusOf(held.orderId)).toBe('pending');
  expect((await patch('ready')).status).toBe(200);
  const { entries } = await listUpdatingFiles(shop.ctx, { cursor: null });
  expect(entries.map(({ sku }) => sku)).toEqual([skuOf('sai-2')]);
  await shop.settled();
  await releaseOrders(shop.ctx);
  expect(await statusOf(held.orderId)).toBe('completed');

  shop.passSeconds(3 * 24 * 3600);
  expect(await countSoldSkins(shop.ctx)).toBeGreaterThan(0);
  expect((await groups()).toSorted()).toEqual(after.toSorted());
});
