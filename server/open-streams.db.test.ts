import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestContext, type TestContext } from '#test/context.ts';
import { AUTH_SECRET, openApp, type OpenApp } from '#test/open-app.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { createAuth } from './auth.ts';
import { readEnv } from './env.ts';
import { createStreams, streamsFirst } from './open-streams.ts';

let shop: TestContext;
let app: OpenApp;
let server: Server;
const lines: IncomingMessage[] = [];

/** Says that a request was left to the shop. */
const LEFT = 418;

beforeAll(async () => {
  shop = await createTestContext();
  app = await openApp(shop);
  const env = readEnv({ DATA_DIR: './.none', AUTH_SECRET, TRUSTED_PROXIES: '127.0.0.1,::1' });
  const auth = createAuth(env, { db: shop.ctx.db }, shop.ctx);
  const open = createStreams({ shop: shop.ctx, auth, env });
  server = createServer(streamsFirst(open, (_request, outgoing) => outgoing.writeHead(LEFT).end()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  for (const line of lines) line.destroy();
  await new Promise((done) => server.close(done));
  await shop.close();
});

function ask(headers: Record<string, string>, path = '/api/live', method = 'GET'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
    asked.once('error', fail);
    asked.once('response', (line) => {
      lines.push(line);
      line.on('error', () => {});
      done(line);
    });
    asked.end();
  });
}

function read(line: IncomingMessage): () => string {
  let text = '';
  line.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
  return () => text;
}

test('a known session gets its stream at once, under the headers of every other answer', async () => {
  const buyer = await app.signUp('ouvinte');
  const line = await ask({ cookie: buyer.cookie, 'last-event-id': '1' });
  const text = read(line);
  expect(line.statusCode).toBe(200);
  const through = await app.ask('/api/live', { headers: { cookie: buyer.cookie } });
  await through.body?.cancel();
  const named = (headers: Iterable<[string, unknown]>) =>
    Object.fromEntries([...headers].filter(([name]) => !PER_ANSWER.includes(name)));
  expect(named(Object.entries(line.headers))).toEqual(named(through.headers));
  for (const name of ['x-request-id', 'content-security-policy'])
    expect(line.headers[name]).toEqual(expect.any(String));
  await expect.poll(text).toContain('event: refetch');
  const { orderId } = await createPaidOrder(shop, buy(shop.ctx, [0]), buyer.id);
  await expect.poll(text).toContain(`event: orders\ndata: {"id":"${orderId}"`);
  expect(text()).not.toContain('staff-orders');
});

const PER_ANSWER = ['date', 'connection', 'x-request-id', 'content-security-policy'];

test('whoever is not known as they stand is left to the shop, which has the words', async () => {
  const { cookie } = await app.signUp('sem-palavras');
  expect((await ask({ cookie: 'fulgor.session_token=forjado.assinatura' })).statusCode).toBe(LEFT);
  expect((await ask({})).statusCode).toBe(LEFT);
  expect((await ask({ cookie }, '/api/live?x=1')).statusCode).toBe(LEFT);
  expect((await ask({ cookie }, '/api/live', 'HEAD')).statusCode).toBe(LEFT);
  expect((await ask({ cookie }, '/api/orders')).statusCode).toBe(LEFT);
  await app.ask('/api/auth/sign-out', { method: 'POST', headers: { cookie, Origin: app.url } });
  expect((await ask({ cookie })).statusCode).toBe(LEFT);
});

test('who has all their streams open is left to the shop; whoever leaves gives the place back', async () => {
  const { cookie } = await app.signUp('muitas-abas');
  const open: IncomingMessage[] = [];
  for (let n = 0; n < 5; n++) open.push(await ask({ cookie, 'x-forwarded-for': '203.0.113.50' }));
  expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect((await ask({ cookie, 'x-forwarded-for': '203.0.113.50' })).statusCode).toBe(LEFT);
  open[0]?.destroy();
  await expect.poll(async () => (await ask({ cookie })).statusCode).toBe(200);
});

test('a failure is left to the shop, and ends nothing', async () => {
  const left = new Promise((answer) => {
    const [incoming, outgoing] = [{ method: 'GET', url: '/api/live', headers: { cookie: 'a=b' } }, {}];
    streamsFirst(() => Promise.reject(new Error('The line is gone.')), answer)(
      incoming as IncomingMessage,
      outgoing as never,
    );
  });
  expect(await left).toMatchObject({ url: '/api/live' });
});
