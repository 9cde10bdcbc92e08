import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeStaff } from '#shop/accounts/staff/grant-staff.ts';
import { requestApi } from '#test/visitor/call-api.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk, makeStaff } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { loader as download } from '../../files/download-skin.ts';
import { loader as moved } from '../../http/moved-permanently.ts';

let shop: TestContext;
let clerk: string;
beforeAll(async () => {
  shop = await createTestContext();
  clerk = await createClerk(shop);
});
afterAll(() => shop.close());

function call(
  handler: (args: never) => Response | Promise<Response>,
  userId: string | null,
  path: string,
  params: Record<string, string> = {},
  body?: unknown,
): Promise<Response> {
  const request = new Request(`http://localhost:3000${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  });
  return callRoute(handler, { request, params, context: contextFor(shop.ctx, userId) });
}
const list = (userId: string | null, query = '') =>
  requestApi(shop.ctx, userId, `GET /api/admin/orders${query}`);
const send = (userId: string | null, id: string, body: unknown) =>
  requestApi(shop.ctx, userId, `POST /api/admin/orders/${encodeURIComponent(id)}/links`, body);
const replace = (userId: string | null, id: string, itemId: string, link: string) =>
  requestApi(shop.ctx, userId, `POST /api/admin/orders/${id}/items/${itemId}/link`, { link });

async function refusal(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; requestId: string };
  };
  expect(error.requestId).toBe('test-request');
  return { status: response.status, ...error };
}

// shows: spec 4.1, spec 6.3
test('visitors and customers see and change nothing, not even their own order', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [0]));
  const itemId = order.items[0]!.id;
  for (const [userId, status] of [
    [null, 401],
    [order.userId, 403],
    [await shop.createUser(), 403],
  ] as const) {
    const answers = await Promise.all([
      list(userId),
      send(userId, order.orderId, { links: order.links }),
      replace(userId, order.orderId, itemId, 'https://exemplo.com/x'),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  }
  const row = await shop.ctx.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order.orderId)
    .executeTakeFirst();
  expect(row?.status).toBe('pending');
});

// shows: threat 22
test('rights end with the role, at the very next request', async () => {
  const other = await shop.createUser('Saindo');
  await makeStaff(shop, `${other}@exemplo.com`);
  expect((await list(other)).status).toBe(200);
  await revokeStaff(shop.ctx, { email: `${other}@exemplo.com` }, null);
  expect((await list(other)).status).toBe(403);
});

test('the send-links call answers as the contract says, and 409 the second time', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [1, 2]));
  const sent = await send(clerk, order.orderId, { links: order.links });
  expect(sent.status).toBe(200);
  expect(await sent.json()).toEqual({ order: { id: order.orderId, status: 'completed' } });
  expect(await refusal(await send(clerk, order.orderId, { links: order.links }))).toMatchObject({
    status: 409,
    code: 'already_completed',
    message: 'este pedido já foi concluído',
  });
  const listed = (await (await list(clerk, `?status=completed&q=${order.orderId.slice(0, 8)}`)).json()) as {
    id: string;
    order_items: { download_link: string }[];
  }[];
  expect(listed.map(({ id }) => id)).toEqual([order.orderId]);
  expect(listed[0]!.order_items.map((item) => item.download_link)).toEqual(Object.values(order.links));
});

test('what is refused says so in the right class of error', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [3, 4]));
  const [first, second] = order.items.map((item) => item.id) as [string, string];
  const link = 'https://exemplo.com/a.zip';
  const statusOf = async (id: string, body: unknown) => (await send(clerk, id, body)).status;
  expect(await statusOf(randomUUID(), { links: {} })).toBe(404);
  expect(await statusOf("1' or '1'='1", { links: {} })).toBe(404);
  for (const body of ['', '{', [], { links: [] }, { links: { [first]: 1 } }, {}, { links: null }]) {
    expect(await statusOf(order.orderId, body)).toBe(400);
  }
  const missing = await send(clerk, order.orderId, { links: { [first]: link } });
  expect(missing.status).toBe(422);
  expect(await missing.json()).toMatchObject({
    error: { code: 'missing_links', fields: { [second]: 'Informe o link.' } },
  });
  expect(await statusOf(order.orderId, { links: { [first]: link, [second]: 'javascript:alert(1)' } })).toBe(
    422,
  );
  expect(await statusOf(order.orderId, { links: { ...order.links, [randomUUID()]: link } })).toBe(422);
  expect((await list(clerk, '?status=nope')).status).toBe(400);
  expect((await list(clerk, '?status=&q=&cursor=')).status).toBe(200);
});

test('a link is replaced only where there is one to replace', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [5]));
  const itemId = order.items[0]!.id;
  expect((await replace(clerk, order.orderId, itemId, 'https://exemplo.com/b')).status).toBe(409);
  await send(clerk, order.orderId, { links: order.links });
  expect((await replace(clerk, order.orderId, itemId, 'ftp://exemplo.com/b')).status).toBe(422);
  expect((await replace(clerk, order.orderId, 'nope', 'https://exemplo.com/b')).status).toBe(404);
  const replaced = await replace(clerk, order.orderId, itemId, 'https://exemplo.com/b');
  expect(await replaced.json()).toEqual({ changed: true });
});

// shows: threat 53
test('a download leads its owner to the file without a referrer, and exists for nobody else', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [6]));
  const entry = await shop.ctx.db
    .selectFrom('user_collection')
    .select('id')
    .where('user_id', '=', order.userId)
    .executeTakeFirstOrThrow();
  const open = (userId: string | null, collectionId = entry.id) =>
    call(download, userId, `/dashboard/download-skin/${collectionId}`, { collectionId });

  expect((await open(order.userId)).status).toBe(404);
  const link = 'https://arquivos.exemplo.com/edição "1".zip'.replaceAll(' ', '%20').replaceAll('"', '%22');
  await send(clerk, order.orderId, { links: { [order.items[0]!.id]: link } });

  const led = await open(order.userId);
  expect(led.status).toBe(302);
  expect(led.headers.get('location')).toBe('https://arquivos.exemplo.com/edi%C3%A7%C3%A3o%20%221%22.zip');
  expect(led.headers.get('referrer-policy')).toBe('no-referrer');
  expect(led.headers.get('cache-control')).toContain('no-store');
  // Staff read links in the panel, not through other people's collections.
  for (const stranger of [await shop.createUser(), clerk]) expect((await open(stranger)).status).toBe(404);
  for (const id of ['nope', randomUUID()]) expect((await open(order.userId, id)).status).toBe(404);
  const away = await open(null);
  expect(away.headers.get('location')).toBe('/auth?voltar=%2Fdashboard%2Fcolecao');
});

// shows: threat 28
test('a link that came in past the checks is not followed', async () => {
  const order = await createPaidOrder(shop, buy(shop.ctx, [7]));
  const entry = await shop.ctx.db
    .updateTable('grants')
    .set({ link: 'javascript:alert(1)', state: 'delivered', waits_for: null })
    .where('owner_id', '=', order.userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = await call(download, order.userId, '/x', { collectionId: entry.id });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('location')).toBeNull();
});

// shows: spec 2.3
test.each([
  ['/contact', '/contato'],
  ['/contact?de=faq', '/contato?de=faq'],
  ['/dashboard/orders', '/dashboard/pedidos'],
  ['/dashboard/orders/', '/dashboard/pedidos'],
])('%s has moved to %s', async (from, to) => {
  const answer = await call(moved, null, from);
  expect([answer.status, answer.headers.get('location')]).toEqual([308, to]);
});
