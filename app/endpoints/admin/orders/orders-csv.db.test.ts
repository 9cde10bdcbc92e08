import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditSentence } from '#app/routes/admin/audit/audit-words.ts';
import type { AuditLine } from '#shop/audit/list-audit.ts';
import { callApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy, checkOut } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader } from './orders-csv.ts';

let shop: TestContext;
let owner: string;
beforeAll(async () => {
  shop = await createTestContext();
  owner = await createClerk(shop);
});
afterAll(() => shop.close());

const ask = (query = '', userId: string | null = owner, method = 'GET') =>
  callRoute(loader, {
    request: new Request(`http://localhost:3000/api/admin/orders.csv${query}`, { method }),
    context: contextFor(shop.ctx, userId),
  });
const HEAD =
  'order_id;created_at;paid_at;delivered_at;status;customer_name;customer_email;items;total;discount;coupon;refunded;gateway;charge_id';

async function rows(query = ''): Promise<string[]> {
  const [head, ...lines] = (await (await ask(query)).text()).replace(/^\ufeff/, '').split('\r\n');
  expect(head).toBe(HEAD);
  expect(lines.pop()).toBe('');
  return lines;
}
const named = (id: string, customer_name: string) =>
  shop.ctx.db.updateTable('orders').set({ customer_name }).where('id', '=', id).execute();

test('a line says all of an order, in the words of the contract', async () => {
  const { orderId, items } = await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
  await named(orderId, 'João "Jô"; Conceição');
  const charge = await chargeOf(orderId);
  const order = await shop.ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const answer = await ask();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="pedidos-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'private, no-store',
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(await rows()).toEqual([
    [
      orderId,
      order.created_at.toISOString(),
      order.paid_at?.toISOString(),
      '',
      'pending',
      '"João ""Jô""; Conceição"',
      order.customer_email,
      items.map((item) => `${item.skin_name} - ${item.champion_name}`).join(' | '),
      '30,00',
      '0,00',
      '',
      '0,00',
      'simulator',
      charge.id,
    ].join(';'),
  ]);
});

test('a spreadsheet finds no formula in what a buyer typed', async () => {
  const [{ id }] = (await shop.ctx.db.selectFrom('orders').select('id').execute()) as [{ id: string }];
  for (const typed of ['=1+1', '+55', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
    await named(id, typed);
    const text = await (await ask()).text();
    expect(text, JSON.stringify(typed)).toContain(`'${typed}`);
    expect(text).not.toContain(`;${typed}`);
  }
});

test('exactly the selection, through all pages of it', async () => {
  const { db } = shop.ctx;
  const template = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const { search_words: _written, ...row } = template;
  const many = Array.from({ length: 1100 }, (_, n) => ({
    ...row,
    id: crypto.randomUUID(),
    status: n % 2 === 0 ? ('pending' as const) : ('cancelled' as const),
    fingerprint: `many-${n}`,
    idempotency_key: null,
    created_at: new Date(Date.UTC(2026, 0, 1, 12, 0, n % 100)),
    due_at: new Date(Date.UTC(2026, 0, 2, 12, 0, n % 70)),
  }));
  for (let at = 0; at < many.length; at += 200)
    await db
      .insertInto('orders')
      .values(many.slice(at, at + 200))
      .execute();
  const unpaid = await checkOut(shop.ctx, { userId: await shop.createUser(), purchase: buy(shop.ctx, [5]) });
  const ids = async (query = '') => (await rows(query)).map((line) => line.slice(0, 36));
  const all = await ids();
  expect(all).toHaveLength(1101);
  expect(new Set(all).size).toBe(1101);
  expect(all).not.toContain(unpaid.orderId);
  expect(await ids('?status=pending')).toHaveLength(551);
  const chosen = [unpaid.orderId, all[3]!];
  expect((await ids(`?ids=${chosen.join(',')}`)).toSorted()).toEqual(chosen.toSorted());
  const queue = await ids('?status=pending&sort=due');
  expect(await ids(`?ids=${queue[2]!}&sort=due`)).toEqual([queue[2]]);
  expect([queue.length, new Set(queue).size]).toEqual([551, 551]);
  expect(await ids('?status=awaiting_payment')).toEqual([unpaid.orderId]);
  expect(await ids('?from=2026-01-01&to=2026-01-01&status=cancelled')).toHaveLength(550);
  expect(await ids('?cpf=11144477735')).toEqual([]);
  const { body: listed } = await callApi(shop.ctx, owner, 'GET /api/admin/orders?sort=due');
  expect(queue.slice(0, listed.length)).toEqual(listed.map(({ id }: { id: string }) => id));
});

test('the database is read as the file is read, and no further once the reader has left', async () => {
  const { db } = shop.ctx;
  const { search_words: _written, ...row } = await db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'cancelled')
    .executeTakeFirstOrThrow();
  for (let n = 0; n < 10; n++) {
    const more = Array.from({ length: 200 }, () => ({ ...row, id: crypto.randomUUID() }));
    await db.insertInto('orders').values(more).execute();
  }
  let pages = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('"name":"orders"')) pages++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const untilQuiet = async () => {
    for (let seen = -1; seen !== pages; await setTimeout(200)) seen = pages;
    return pages;
  };
  const answer = await callRoute(loader, {
    path: '/api/admin/orders.csv',
    context: contextFor({ ...shop.ctx, db: counting }, owner),
  });
  const reader = answer.body!.getReader();
  await reader.read();
  // Of seven pages.
  expect(await untilQuiet()).toBeLessThanOrEqual(4);
  await reader.cancel();
  const read = pages;
  expect((await untilQuiet()) - read).toBeLessThanOrEqual(1);
  expect(shop.logLines.filter(({ event }) => event === 'orders.export_failed')).toEqual([]);
});

test('only the roles of the table get it, and a wrong query gets nothing', async () => {
  const statusOf = async (userId: string | null) => (await ask('', userId)).status;
  expect(await statusOf(null)).toBe(401);
  expect(await statusOf(await shop.createUser())).toBe(403);
  expect(await statusOf(await createClerk(shop, 'delivery'))).toBe(403);
  expect(await statusOf(await createClerk(shop, 'finance'))).toBe(200);
  expect((await ask('?from=2026-02-30')).status).toBe(400);
  expect((await ask('?skin=x')).status).toBe(400);
  expect((await ask('?ids=x')).status).toBe(400);
  const head = await ask('', owner, 'HEAD');
  expect([head.status, head.body]).toEqual([200, null]);
});

async function chargeOf(orderId: string): Promise<{ id: string }> {
  return shop.ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
}

// shows: threat 80
test('each export is one line of the log: who, which selection, and nothing that was typed about a person', async () => {
  const audits = () =>
    shop.ctx.db
      .selectFrom('audit_log')
      .select(['actor_user_id as by', 'details'])
      .where('action', '=', 'orders.exported')
      .orderBy('id')
      .execute();
  const before = (await audits()).length;
  const { championId, num } = shop.ctx.catalog.current().skins[0]!;
  const skin = `${championId}_${num}`;
  await rows();
  await rows(`?status=pending&from=2026-01-01&skin=${skin}&q=Bruna&cpf=52998224725`);
  await ask('', owner, 'HEAD');
  const written = (await audits()).slice(before);
  expect(written).toEqual([
    { by: owner, details: {} },
    { by: owner, details: { status: 'pending', from: '2026-01-01', skin, searched: true } },
  ]);
  const line = { action: 'orders.exported', subjectType: 'selection', subjectId: 'orders.csv' } as AuditLine;
  expect(
    written.map(({ details }) => auditSentence({ ...line, details: details as Record<string, unknown> })),
  ).toEqual([
    'baixou pedidos em planilha: todos',
    `baixou pedidos em planilha: estado Aguardando Envio, de 01/01/2026, skin ${skin}, com busca por pessoa ou pedido`,
  ]);
});
