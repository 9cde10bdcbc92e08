import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAbacatePay } from '#gateways/abacatepay/create-abacate-pay.ts';
import { createBacen } from '#gateways/bacen/create-bacen.ts';
import { createMercadoPago } from '#gateways/mercadopago/create-mercado-pago.ts';
import { createTemplate } from '#gateways/template/create-template.ts';
import { fetchStaticData, STATIC_DATA_POLICY } from '#catalogs/static-data/fetch-static-data.ts';
import { fetchSplash } from '#shop/media/fetch-splash.ts';
import type { PixGateway } from '#shop/payments/gateway.ts';
import { createS3Files } from '../storage/s3-files.ts';

const root = resolve(import.meta.dirname, '../..');
let canary: Server;
let source: Server;
let status = 302;
let asked = 0;
let followed = 0;

beforeAll(async () => {
  canary = createServer((_request, response) => {
    followed++;
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await listen(canary);
  source = createServer((request, response) => {
    asked++;
    request.resume();
    response.writeHead(status, { location: `${addressOf(canary)}${request.url}` }).end();
  });
  await listen(source);
});
beforeEach(() => void (asked = followed = 0));
afterAll(() => {
  canary.close();
  source.close();
});

const listen = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const ONCE = { ...STATIC_DATA_POLICY, attempts: 1 };
const customer = {
  name: 'Ana Lima',
  email: 'ana@exemplo.com',
  cellphone: '11987654321',
  taxId: '52998224725',
};
const create = (gateway: PixGateway) =>
  gateway.create({
    chargeId: '0b9f2c7e-1234-4a5b-8c6d-123456789012',
    amountCents: 1500,
    ttlSeconds: 3600,
    description: 'Skin',
    customer,
  });
const bank = (url: string, tokenUrl: string) =>
  createBacen({
    baseUrl: url,
    tokenUrl,
    clientId: 'a',
    clientSecret: 'b',
    certificate: null,
    ca: null,
    chave: 'chave',
    webhookToken: 'token',
    tokenStyle: 'basic',
    scopes: 'cob.write',
    extraQuery: {},
    extraHeaders: {},
    merchantName: 'Fulgor',
    merchantCity: 'SAO PAULO',
    now: () => new Date(),
  });
const abacatePay = (baseUrl: string, apiVersion: 1 | 2) =>
  createAbacatePay({ baseUrl, apiKey: 'k', webhookSecret: 's', apiVersion, production: false });

const clients: [what: string, ask: (url: string) => Promise<unknown>][] = [
  ['the catalogue', (url) => fetchStaticData(`${url}/versions.json`, ONCE, new AbortController().signal)],
  ['a splash', (baseUrl) => fetchSplash({ baseUrl, sku: 'lol:Ahri:1', retryDelayMs: 1 })],
  ['AbacatePay v1', (url) => create(abacatePay(url, 1))],
  ['AbacatePay v2', (url) => create(abacatePay(url, 2))],
  [
    'Mercado Pago',
    (baseUrl) =>
      create(createMercadoPago({ baseUrl, accessToken: 'k', webhookSecret: 's', production: false })),
  ],
  ["a bank's token", (url) => create(bank(url, `${url}/token`))],
  [
    'the example of a gateway',
    (baseUrl) => create(createTemplate({ baseUrl, apiKey: 'k', webhookSecret: 's' })),
  ],
  [
    'a stored file',
    (endpoint) =>
      createS3Files({
        endpoint,
        region: 'x',
        bucket: 'bucket',
        accessKeyId: 'a',
        secretAccessKey: 'b',
      }).write('uploads/a', Buffer.from('a')),
  ],
];

describe.each([301, 302, 307, 308])('an answer %s', (answer) => {
  // shows: threat 64
  test.each(clients)('of %s leads nobody to another address', async (_what, ask) => {
    status = answer;
    await ask(addressOf(source)).catch(() => {});
    expect(asked).toBeGreaterThan(0);
    expect(followed).toBe(0);
  });
});

test("a bank's charge is not led away either, once it has given a token", async () => {
  const tokens = createServer((_request, response) => {
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ access_token: 't', token_type: 'Bearer', expires_in: 3600 }));
  });
  await listen(tokens);
  await create(bank(addressOf(source), `${addressOf(tokens)}/token`)).catch(() => {});
  tokens.close();
  expect(asked).toBeGreaterThan(0);
  expect(followed).toBe(0);
});

test('every call of the server to elsewhere says what it does with a redirect', () => {
  const files = globSync('{shop,server,gateways,catalogs,jobs,db,emails}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((path) => !/\.test\.tsx?$/.test(path));
  const calls = files.map((path) => {
    const code = readFileSync(join(root, path), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
    return {
      path,
      // A call that hands on what its caller says about redirects is the caller's.
      asks: code.match(/\bfetch\((?!url, \{ \.\.\.init,)/g)?.length ?? 0,
      refuses: code.match(/redirect: '(?:error|manual)'/g)?.length ?? 0,
    };
  });
  expect(calls.filter(({ asks }) => asks > 0).length).toBeGreaterThan(3);
  expect(calls.filter(({ asks, refuses }) => asks > refuses)).toEqual([]);
});
