import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CREATE_SCHEMA, type Schema } from './abacatepay-request.ts';
import { startAbacatePayServer, type AbacatePayServer } from './abacatepay-server.ts';
import { readBrCode } from './read-br-code.ts';
import { findDescription } from './start-prism.ts';

let server: AbacatePayServer;
beforeEach(async () => {
  server = await startAbacatePayServer();
});
afterEach(() => server.close());

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { data: Record<string, unknown>; error: unknown },
  };
}

const CREATE = '/v1/pixQrCode/create';
const customer = {
  name: 'Ana Souza',
  cellphone: '(11) 98765-4321',
  email: 'ana@example.com',
  taxId: '529.982.247-25',
};

async function createCharge(body: object = { amount: 1500 }): Promise<string> {
  const created = await call(CREATE, body);
  expect(created.status).toBe(200);
  return String(created.body.data.id);
}

test('a charge is created, checked, paid by simulation and then not payable again', async () => {
  const id = await createCharge({ amount: 1500, expiresIn: 60, customer, metadata: { externalId: 'x' } });
  const check = async () => (await call(`/v1/pixQrCode/check?id=${id}`)).body.data;
  expect(await check()).toEqual({ status: 'PENDING', expiresAt: server.ledger.get(id)?.expiresAt });
  const simulate = `/v1/pixQrCode/simulate-payment?id=${id}`;
  expect((await call(simulate, { metadata: {} })).body.data.status).toBe('PAID');
  expect(await check()).toMatchObject({ status: 'PAID' });
  expect((await call(simulate, {})).status).toBe(400);
});

test('the code is a valid BR Code and the picture a PNG', async () => {
  const charge = server.ledger.get(await createCharge());
  expect(readBrCode(charge?.brCode ?? '').account.get('25')).toContain(charge?.id);
  const [prefix, data] = charge?.brCodeBase64.split(',') ?? [];
  expect(prefix).toBe('data:image/png;base64');
  const { data: pixels } = await sharp(Buffer.from(data ?? '', 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(pixels.length).toBeGreaterThan(0);
});

test.each([
  ['an extra field', { amount: 1500, orderId: 'x' }, 400],
  ['no amount', {}, 400],
  ['an amount as text', { amount: '1500' }, 400],
  ['reais', { amount: 15.5 }, 400],
  ['nothing to pay', { amount: 0 }, 400],
  ['half a customer', { amount: 1500, customer: { name: 'Ana' } }, 400],
  ['more customer than documented', { amount: 1500, customer: { ...customer, cpf: '1' } }, 400],
  [
    'a CPF whose digits do not fit',
    { amount: 1500, customer: { ...customer, taxId: '529.982.247-26' } },
    422,
  ],
  ['a list', [], 400],
  ['no JSON', '{', 400],
])('a create with %s is refused and creates nothing', async (_, body, status) => {
  const refused = await call(CREATE, body);
  expect(refused).toMatchObject({ status, body: { data: null, error: expect.any(String) } });
  expect(server.ledger.size).toBe(0);
});

test('without the right key nothing is answered', async () => {
  for (const authorization of ['', 'Bearer wrong', server.apiKey]) {
    expect(await call(CREATE, { amount: 1500 }, { authorization })).toMatchObject({ status: 401 });
  }
});

test('a description is cut at 37 characters, as documented', async () => {
  const id = await createCharge({ amount: 1500, description: 'a'.repeat(40) });
  expect(server.ledger.get(id)?.description).toBe('a'.repeat(37));
});

test('an expired charge is EXPIRED, and PAID when money comes late', async () => {
  const id = await createCharge();
  server.expire(id);
  const status = async () => (await call(`/v1/pixQrCode/check?id=${id}`)).body.data.status;
  expect(await status()).toBe('EXPIRED');
  await server.pay(id);
  expect(await status()).toBe('PAID');
});

test('paying delivers billing.paid with secret and signature; a redelivery keeps its event id', async () => {
  const deliveries: { url: string; signature: unknown; body: Record<string, unknown> }[] = [];
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const signature = request.headers['x-webhook-signature'];
    deliveries.push({ url: request.url ?? '', signature, body: JSON.parse(text) as Record<string, unknown> });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  server.configureWebhook(`http://127.0.0.1:${port}/webhooks/abacatepay`, 's3cret');
  const id = await createCharge();
  expect(await server.pay(id, { webhookAmount: 1 })).toBe(204);
  await server.deliverWebhook(id, { secret: null });
  receiver.close();
  expect(deliveries.map((delivery) => delivery.url)).toEqual([
    '/webhooks/abacatepay?webhookSecret=s3cret',
    '/webhooks/abacatepay',
  ]);
  expect(deliveries[0]).toMatchObject({
    signature: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    body: {
      event: 'billing.paid',
      devMode: true,
      data: { payment: { amount: 1 }, pixQrCode: { id, status: 'PAID' } },
    },
  });
  expect(deliveries[1]?.body.id).toBe(deliveries[0]?.body.id);
});

const description = findDescription('abacatepay-v1.yaml');

describe.skipIf(!description)("compared with the provider's description (PIX_DESCRIPTIONS)", () => {
  const document = description ? readMappings(readFileSync(description, 'utf8')) : {};

  test('the create schema is the same', () => {
    const schema = at(
      document,
      'paths',
      CREATE.slice(3),
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    );
    expect(onlyRules(schema)).toEqual(CREATE_SCHEMA);
  });

  test('the answers have the documented fields', async () => {
    const created = await call(CREATE, { amount: 1500 });
    const documented = at(document, 'components', 'schemas', 'PixQRCode', 'properties');
    expect(Object.keys(created.body.data).sort()).toEqual(Object.keys(documented).sort());
    const checked = await call(`/v1/pixQrCode/check?id=${String(created.body.data.id)}`);
    expect(Object.keys(checked.body.data).sort()).toEqual(['expiresAt', 'status']);
  });
});

type Mapping = { [key: string]: Mapping | string };

/** As much YAML as the document's mappings need: keys by indentation, values as text, lists left out. */
function readMappings(yaml: string): Mapping {
  const root: Mapping = {};
  const open: { indent: number; mapping: Mapping }[] = [{ indent: -1, mapping: root }];
  for (const line of yaml.split('\n')) {
    const match = /^( *)'?([^\s'#-][^:']*)'?:(?: +(.*))?$/.exec(line);
    if (!match) continue;
    const [, { length: indent }, key, value = ''] = match as unknown as [string, string, string, string?];
    while (open.length > 1 && (open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const parent = open.at(-1)?.mapping ?? root;
    const child: Mapping = {};
    parent[key] = value.trim() === '' ? child : value.trim();
    if (parent[key] === child) open.push({ indent, mapping: child });
  }
  return root;
}

function at(mapping: Mapping, ...path: string[]): Mapping {
  return path.reduce((current, key) => {
    const next = current[key];
    if (typeof next !== 'object') throw new Error(`the document has no ${path.join(' > ')} (at ${key})`);
    return next;
  }, mapping);
}

function onlyRules(schema: Mapping): Schema {
  const { type, required, additionalProperties, maxLength, properties } = schema;
  return {
    type: (typeof type === 'string' ? type : '') as Schema['type'],
    ...(typeof required === 'string' && { required: JSON.parse(required.replaceAll("'", '"')) as string[] }),
    ...(additionalProperties !== undefined && { additionalProperties: additionalProperties === 'true' }),
    ...(maxLength !== undefined && { maxLength: Number(maxLength) }),
    ...(typeof properties === 'object' && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, onlyRules(property as Mapping)]),
      ),
    }),
  };
}
