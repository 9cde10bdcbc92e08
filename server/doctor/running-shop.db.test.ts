import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { recordBackup } from '#shop/backups/record-backup.ts';
import { createTestContext, type TestContext } from '#test/context.ts';
import { createPaidOrder } from '#test/paid-order.ts';
import { buy } from '#test/purchases.ts';
import { createApp } from '../app.ts';
import { parseEnv } from '../config/env.ts';
import { askRunningShop } from './ask-shop.ts';
import type { Check, Place } from './check.ts';
import { checkAddress } from './checks/check-address.ts';
import { checkBackup } from './checks/check-backup.ts';
import { checkDatabase } from './checks/check-database.ts';
import { checkProxies } from './checks/check-proxies.ts';
import { checkVersions } from './checks/check-versions.ts';
import { checkWebhooks } from './checks/check-webhooks.ts';
import { signQuestion } from './signed-question.ts';

const AUTH_SECRET = 'segredo-da-loja-que-o-doutor-conhece-1';
const HOUR_MS = 3_600_000;
/** Leads to this machine, and is not one of its own names: stands for a public address. */
const PUBLIC = 'http://0.0.0.0';

let shop: TestContext;
const servers: Server[] = [];
beforeAll(async () => {
  shop = await createTestContext({ gateway: (_, simulator) => ({ ...simulator, name: 'abacatepay' }) });
  shop.stopClock();
});
afterAll(() => shop.close());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** The shop on a port of its own, and perhaps a proxy in front. */
async function open({
  trusted = '',
  secret = AUTH_SECRET,
  proxy,
}: {
  trusted?: string;
  secret?: string;
  proxy?: (forwardedFor: string | undefined) => string | undefined;
} = {}): Promise<Place> {
  const variables = { AUTH_SECRET, TRUSTED_PROXIES: trusted, CATALOG_URL: 'http://127.0.0.1:9' };
  const env = { ...parseEnv(variables), authSecret: secret };
  const app = createApp({
    env,
    shop: shop.ctx,
    edge: { answer: async () => new Response(null) } as unknown as Parameters<typeof createApp>[0]['edge'],
    screens: {
      answer: async () => ({ response: Response.json({ status: 'ok' }), cookies: [], route: null }),
    } as unknown as Parameters<typeof createApp>[0]['screens'],
    clientDirectory: resolve(import.meta.dirname, '../../public'),
  });
  const port = await listen(getRequestListener(app.fetch));
  const front = proxy ? await listen((asked, answer) => pass(asked, answer, { port, proxy })) : port;
  const place = {
    env: parseEnv({ ...variables, PORT: String(port), APP_URL: `${PUBLIC}:${front}` }),
    version: '0',
    now: shop.ctx.now,
    resolver: { resolveTxt: async () => [] },
  };
  return { ...place, running: askRunningShop(place, AbortSignal.timeout(5_000)) };
}

function pass(
  asked: IncomingMessage,
  answer: Parameters<RequestListener>[1],
  { port, proxy }: { port: number; proxy: (forwardedFor: string | undefined) => string | undefined },
): void {
  const { 'x-forwarded-for': sent, ...headers } = asked.headers;
  const forwardedFor = proxy(sent as string | undefined);
  request(
    {
      port,
      host: '127.0.0.1',
      path: asked.url,
      headers: { ...headers, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
    },
    (inner) => {
      answer.writeHead(inner.statusCode!, inner.headers);
      inner.pipe(answer);
    },
  ).end();
}

const examine = (check: Check, place: Place) => check.examine(place, AbortSignal.timeout(5_000));
const APPENDS = (sent: string | undefined) => [sent, '198.51.100.9'].filter(Boolean).join(', ');

test('an unsigned question is answered as to anybody', async () => {
  const { env } = await open();
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${env.port}/healthz`, { headers }).then((answer) => answer.json());
  expect(await ask({})).toEqual({ status: 'ok' });
  expect(await ask({ 'x-shop-doctor': signQuestion('outro segredo', shop.ctx.now()) })).toEqual({
    status: 'ok',
  });
  expect(await ask({ 'x-shop-doctor': signQuestion(AUTH_SECRET, shop.ctx.now()) })).toMatchObject({
    seen: { peer: '127.0.0.1', isTrusted: false, forwardedFor: null, visitor: '127.0.0.1' },
  });
});

test('the address leads to this shop, to another one, or nowhere', async () => {
  const place = await open();
  expect((await examine(checkAddress, place)).state).toBe('ok');
  expect(
    await examine(checkAddress, await open({ secret: 'o-segredo-de-uma-outra-loja-qualquer-9' })),
  ).toMatchObject({
    state: 'broken',
    meaning: expect.stringContaining('não é esta loja') as string,
  });
  const astray = { ...place, env: { ...place.env, appUrl: `${PUBLIC}:9` } };
  expect(await examine(checkAddress, astray)).toMatchObject({
    state: 'broken',
    meaning: expect.stringContaining('está no ar nesta máquina, mas') as string,
  });
  expect(await examine(checkAddress, { ...astray, env: { ...astray.env, port: 9 } })).toMatchObject({
    state: 'broken',
    meaning: expect.stringContaining('não está no ar') as string,
  });
});

test('in production an address of this machine alone is none', async () => {
  const place = await open();
  const env = { ...place.env, appUrl: `http://127.0.0.1:${place.env.port}`, production: true };
  const sells = { ...env, otherGateways: env.otherGateways.filter(({ name }) => name !== 'simulator') };
  const gateway = { name: 'abacatepay' } as Place['env']['gateway'];
  expect(await examine(checkAddress, { ...place, env: { ...sells, gateway } })).toMatchObject({
    state: 'broken',
    meaning: expect.stringContaining('só esta máquina') as string,
  });
  // With ALLOW_SIMULATOR it is a rehearsal.
  expect((await examine(checkAddress, { ...place, env })).state).toBe('ok');
});

test.each([
  [
    'a proxy that is named and completes the list',
    { trusted: '127.0.0.1', proxy: APPENDS },
    'ok',
    'veio de 198.51.100.9',
  ],
  [
    'a proxy that writes the list anew',
    { trusted: '127.0.0.1', proxy: () => '198.51.100.9' },
    'ok',
    'veio de',
  ],
  ['a proxy that nobody named', { proxy: APPENDS }, 'broken', 'não está em TRUSTED_PROXIES'],
  [
    'a named proxy that is silent',
    { trusted: '127.0.0.1', proxy: () => undefined },
    'broken',
    'não diz de quem',
  ],
  ['an unnamed proxy that is silent', { proxy: () => undefined }, 'broken', 'não diz de quem'],
] as const)('%s', async (_name, parts, state, words) => {
  const finding = await examine(checkProxies, await open(parts));
  expect(finding).toMatchObject({ state, meaning: expect.stringContaining(words) as string });
});

test('a proxy that passes on what the visitor invents is found', async () => {
  // It adds the visitor only where the visitor sent nothing.
  const place = await open({ trusted: '127.0.0.1', proxy: (sent) => sent ?? '198.51.100.9' });
  expect(await examine(checkProxies, place)).toMatchObject({
    state: 'broken',
    meaning: expect.stringContaining('inventa') as string,
  });
});

test('the running shop tells of its database, its version and its backup', async () => {
  const record = (result: { address: string; bytes: number } | { failure: string }, hoursAgo = 0) => {
    const at = new Date(shop.ctx.now().getTime() - hoursAgo * HOUR_MS);
    return recordBackup(shop.ctx.db, { startedAt: at, endedAt: at, result });
  };
  const place = await open();
  expect((await examine(checkDatabase, place)).state).toBe('ok');
  expect((await examine(checkVersions, place)).state).toBe('warning');
  expect((await examine(checkBackup, place)).state).toBe('warning');
  await record({ address: '/b', bytes: 1 }, 2);
  expect(await examine(checkBackup, await open())).toMatchObject({
    state: 'ok',
    meaning: 'O último backup tem 2 h.',
  });
  const beside = await open();
  const withBackupTo = (backupTo: string) =>
    examine(checkBackup, { ...beside, env: { ...beside.env, dataDir: '/srv/loja', backupTo } });
  expect((await withBackupTo('/srv/loja/backups')).state).toBe('warning');
  for (const elsewhere of ['/srv/loja2', '/mnt/backup', 's3'])
    expect((await withBackupTo(elsewhere)).state, elsewhere).toBe('ok');
  await record({ failure: 'O disco está cheio.' });
  expect(await examine(checkBackup, await open())).toMatchObject({
    state: 'broken',
    meaning: 'O backup falha: O disco está cheio.',
  });

  const asleep = { ...place, running: async () => null };
  expect((await examine(checkBackup, asleep)).state).toBe('warning');
  const lost = { ...asleep, env: { ...asleep.env, dataDir: join(shop.directory, 'nada') } };
  expect((await examine(checkDatabase, lost)).state).toBe('broken');
});

test('money without a notice of the provider is told', async () => {
  const told = async () => {
    const place = await open();
    const otherGateways = [{ name: 'abacatepay' } as Place['env']['gateway']];
    const env = { ...place.env, otherGateways };
    return examine(checkWebhooks, { ...place, env });
  };
  shop.ctx.settings.pixGateways = { order: ['abacatepay'], paused: [] };
  expect(await told()).toMatchObject({
    state: 'warning',
    meaning: 'Ainda não chegou pagamento nem aviso.',
    cure: expect.stringContaining('/webhooks/abacatepay') as string,
  });
  shop.ctx.settings.pixGateways = { order: ['simulator', 'abacatepay'], paused: [] };
  expect((await told()).state, 'the second one need not sell').toBe('ok');
  shop.ctx.settings.pixGateways = { order: ['abacatepay', 'simulator'], paused: ['simulator'] };
  await createPaidOrder(shop, buy(shop.ctx, [0]));
  expect(await told()).toMatchObject({
    state: 'warning',
    meaning: expect.stringContaining('o último aviso do provedor é nenhum') as string,
  });
  await shop.ctx.db
    .insertInto('webhook_events')
    .values({
      gateway: shop.ctx.gateway.name,
      event_id: 'e1',
      gateway_charge_id: 'c1',
      charge_id: null,
      claimed_amount_cents: null,
      received_at: shop.ctx.now(),
      processed_at: null,
      given_up_at: null,
    })
    .execute();
  expect(await told()).toMatchObject({
    state: 'ok',
    meaning: expect.stringContaining('O último aviso chegou') as string,
  });
});
