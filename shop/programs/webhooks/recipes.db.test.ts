import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as answerV1 } from '#app/doors/answer-v1.ts';
import { createKey } from '#shop/programs/change-keys.ts';
import { requestRefund } from '#shop/refunds/request-refund.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createClerk } from '#test/make-staff.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { startDiscordServer, type DiscordServer } from '#test/providers/discord-server.ts';
import { buy, customer } from '#test/purchases.ts';
import { callRoute } from '#test/visitor/call-route.ts';
import { contextFor } from '#test/visitor/visitor.ts';
import { createWebhook } from './change-webhooks.ts';
import { sendDeliveries } from './send-deliveries.ts';

interface Worker {
  default: { fetch(request: Request, env: Record<string, string>): Promise<Response> };
}
const load = (name: string): Promise<Worker> =>
  import(/* @vite-ignore */ new URL(`../../../docs/recipes/${name}.mjs`, import.meta.url).href);

let shop: TestContext;
let actorUserId: string;
let discord: DiscordServer;
const servers: Server[] = [];
const allowed: string[] = [];

beforeAll(async () => {
  shop = await createTestContext({ outgoingAllow: allowed });
  actorUserId = await createClerk(shop);
  discord = await startDiscordServer();
});
afterAll(async () => {
  await shop.close();
  await discord.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  allowed.push(host);
  return `http://${host}`;
}

/** Puts a recipe where its platform would, and gives the shop its address. */
async function run(name: string, events: string[], env: Record<string, string>): Promise<string> {
  const { default: worker } = await load(name);
  const statuses: number[] = [];
  const url = await serve(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = await worker.fetch(
      new Request(url, {
        method: 'POST',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts),
      }),
      env,
    );
    statuses.push(answer.status);
    response.writeHead(answer.status).end();
  });
  const hook = await createWebhook(shop.ctx, { actorUserId, url, events });
  if (!hook.ok) throw new Error(hook.reason);
  env.SECRET = hook.secret;
  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: '{"type":"order.paid"}',
  });
  expect(forged.status).toBe(401);
  return hook.id;
}
async function send(): Promise<void> {
  await sendDeliveries(shop.ctx);
  await shop.settled();
}
const statesOf = async (hookId: string) =>
  (
    await shop.ctx.db.selectFrom('webhook_deliveries').selectAll().where('hook_id', '=', hookId).execute()
  ).map(({ type, state }) => `${type} ${state}`);

test('a sheet gets a row for each paid order, also by a script that redirects as those of Google do', async () => {
  const rows: unknown[] = [];
  const sheet = await serve(async (request, response) => {
    if (request.method === 'GET') return void response.end('ok');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    rows.push(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(302, { location: '/echo' }).end();
  });
  const hookId = await run('sheet', ['order.paid'], { SHEET_URL: sheet });
  const { orderId, items } = await createPaidOrder(shop, buy(shop.ctx, [0, 1]));
  await send();
  expect(await statesOf(hookId)).toEqual(['order.paid delivered']);
  expect(rows).toEqual([
    [expect.stringMatching(/^2/), orderId, 30, '', items.map(({ sku }) => sku).join(' ')],
  ]);
});

test('a channel of Discord hears it in words', async () => {
  const hookId = await run('discord', ['*'], { DISCORD_URL: discord.webhookUrl });
  await createPaidOrder(shop, buy(shop.ctx, [2]));
  await send();
  expect((await statesOf(hookId)).toSorted()).toEqual(['order.created delivered', 'order.paid delivered']);
  expect(discord.messages).toEqual(['Pedido pago: R$ 15,00']);
});

test('a tracker of advertisements gets the sale, with what the API says of its buyer', async () => {
  const made = await createKey(shop.ctx, { actorUserId, name: 'Rastreador', scopes: ['orders:read'] });
  if (!made.ok) throw new Error(made.reason);
  const sales: { headers: IncomingHttpHeaders; sale: { status?: string } }[] = [];
  const tracker = await serve(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    sales.push({ headers: request.headers, sale: JSON.parse(Buffer.concat(parts).toString()) as object });
    response.writeHead(200).end();
  });
  const site = await serve(async (request, response) => {
    const headers = { authorization: request.headers.authorization ?? '' };
    const answer = await callRoute(answerV1, {
      context: contextFor(shop.ctx, null),
      request: new Request(`http://localhost:3000${request.url}`, { headers }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const hookId = await run('tracker', ['order.created', 'order.paid', 'order.refunded'], {
    SHOP_URL: site,
    SHOP_KEY: made.key,
    TRACKER_URL: tracker,
    TRACKER_TOKEN: 'abc',
  });
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [3]));
  await send();
  expect((await statesOf(hookId)).toSorted()).toEqual(['order.created delivered', 'order.paid delivered']);
  // Whichever comes first: it is paid by now.
  expect(sales.map(({ sale }) => sale.status)).toEqual(['paid', 'paid']);
  expect(sales[0]?.headers['x-api-token']).toBe('abc');
  expect(sales[0]?.sale).toMatchObject({
    orderId,
    customer: { name: customer.name, email: customer.email },
    totalPrice: 15,
  });
  const refund = { actorUserId, orderId, note: 'Falha', requestKey: null };
  for (const [amountCents, status] of [[500, 'paid'] as const, [1000, 'refunded'] as const]) {
    await requestRefund(shop.ctx, { ...refund, amountCents });
    await shop.settled();
    await send();
    expect(sales.at(-1)?.sale.status, `${amountCents}`).toBe(status);
  }
  expect(sales).toHaveLength(4);
});
