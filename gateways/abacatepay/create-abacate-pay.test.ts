import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startAbacatePayServer, type AbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { signWebhook, webhookBody } from '#test/providers/abacatepay-webhook.ts';
import { chargeRequest, describeGatewayContract } from '../contract-suite.ts';
import { createAbacatePay, type AbacatePayOptions } from './create-abacate-pay.ts';

const SECRET = 'webhook-secret-e7b1';
const API_KEY = 'abc_dev_key_93f2';

let server: AbacatePayServer;
beforeEach(async () => {
  server = await startAbacatePayServer({ apiKey: API_KEY });
});
afterEach(() => server.close());

function newGateway(changes: Partial<AbacatePayOptions> = {}) {
  return createAbacatePay({
    baseUrl: server.url,
    apiKey: API_KEY,
    webhookSecret: SECRET,
    apiVersion: 1,
    production: false,
    timeoutMs: 2_000,
    ...changes,
  });
}

function chargeOf(gatewayChargeId: string | null) {
  const charge = server.ledger.get(gatewayChargeId ?? '');
  if (!charge) throw new Error(`no charge ${gatewayChargeId}`);
  return charge;
}

async function closedAddress(): Promise<string> {
  const closed = await startAbacatePayServer();
  await closed.close();
  return closed.url;
}

describeGatewayContract('AbacatePay v1', async () => ({
  gateway: newGateway(),
  pay: async ({ gatewayChargeId }) => void (await server.pay(gatewayChargeId ?? '')),
  expire: async ({ gatewayChargeId }) => server.expire(gatewayChargeId ?? ''),
  chargedCents: async () => [...server.ledger.values()].map((charge) => charge.amount),
  descriptionOf: async ({ gatewayChargeId }) => chargeOf(gatewayChargeId).description ?? '',
  descriptionLength: 37,
  network: {
    failNext: server.failNext,
    unreachable: newGateway({ baseUrl: await closedAddress() }),
    createCount: () => server.requests.filter(({ path }) => path.endsWith('/create')).length,
    refusalStatus: 422,
    secrets: [API_KEY, SECRET],
  },
  webhook: {
    paid: ({ gatewayChargeId }) => {
      const rawBody = JSON.stringify(webhookBody({ charge: chargeOf(gatewayChargeId), eventId: 'log_1' }));
      const url = new URL(`https://loja.test/webhooks/abacatepay?webhookSecret=${SECRET}`);
      return { url, headers: { 'x-webhook-signature': signWebhook(rawBody) }, rawBody };
    },
    // The signature is right in each of them: its key is public, so a forger signs as well as the provider.
    forged: ({ gatewayChargeId }) => {
      const rawBody = JSON.stringify(webhookBody({ charge: chargeOf(gatewayChargeId), eventId: 'log_1' }));
      const headers = { 'x-webhook-signature': signWebhook(rawBody), webhooksecret: SECRET };
      return ['', '?webhookSecret=', `?webhookSecret=${SECRET}x`, `?webhookSecret=${SECRET.toUpperCase()}`]
        .concat(
          `?webhooksecret=${SECRET}`,
          `#webhookSecret=${SECRET}`,
          `?webhookSecret=x&webhookSecret=${SECRET}`,
        )
        .map((end) => ({ url: new URL(`https://loja.test/webhooks/abacatepay${end}`), headers, rawBody }));
    },
  },
  close: async () => {},
}));

test('sends exactly the documented body, in the documented formats', async () => {
  const request = chargeRequest({ description: 'Fulgor: Ação de três skins com nome bem comprido' });
  await newGateway().create(request);
  expect(server.requests).toMatchObject([{ method: 'POST', path: '/v1/pixQrCode/create' }]);
  expect(server.requests[0]?.body).toEqual({
    amount: 1500,
    expiresIn: 3600,
    description: 'Fulgor: Ação de três skins com nome b',
    customer: {
      name: 'Ana Souza',
      email: 'ana@example.com',
      cellphone: '(11) 98765-4321',
      taxId: '529.982.247-25',
    },
    metadata: { externalId: request.chargeId },
  });
});

test('never halves an emoji at the 37th character', async () => {
  await newGateway().create(chargeRequest({ description: `${'a'.repeat(36)}🐉` }));
  expect(server.requests[0]?.body).toMatchObject({ description: 'a'.repeat(36) });
});

test('a customer with one blank field is left out whole', async () => {
  const { customer } = chargeRequest();
  await newGateway().create(chargeRequest({ customer: { ...customer, cellphone: '' } }));
  expect(server.requests[0]?.body).not.toHaveProperty('customer');
});

test('a refusal that quotes the customer back is passed on without the data', async () => {
  const { customer } = chargeRequest();
  const result = await newGateway().create(
    chargeRequest({ customer: { ...customer, taxId: '52998224726' } }),
  );
  expect(result).toEqual({ ok: false, reason: 'refused', detail: 'Invalid taxId […]' });
});

test('a refund and a cancellation say that v1 cannot', async () => {
  const charge = { chargeId: chargeRequest().chargeId, gatewayChargeId: 'pix_char_1' };
  const refund = await newGateway().refund({ charge, refundId: 'r', amountCents: 1500, reason: '' });
  expect(refund).toMatchObject({ reason: 'not_supported', detail: expect.stringMatching(/painel/) });
  expect(await newGateway().cancel(charge)).toEqual({ ok: false, reason: 'not_supported' });
  expect(server.requests).toEqual([]);
});

test('the base URL may end in a slash or in the version', async () => {
  for (const end of ['/', '/v1', '/v1/']) {
    expect(await newGateway({ baseUrl: server.url + end }).create(chargeRequest())).toMatchObject({
      ok: true,
    });
  }
});

test('settings that could never work stop the start without repeating a secret', () => {
  expect(() => newGateway({ apiKey: 'abc\nkey' })).toThrow(/^abacatepay: ABACATEPAY_API_KEY is [^\n]*$/);
  expect(() => newGateway({ webhookSecret: '' })).toThrow(/ABACATEPAY_WEBHOOK_SECRET/);
  expect(() => newGateway({ baseUrl: 'https://user:hunter2@api.test' })).toThrow(
    /^(?!.*hunter2).*ABACATEPAY_URL/,
  );
});

/** A provider that answers every request alike, for what the strict double would never say. */
async function answeringGateway(status: number, body: unknown, headers: Record<string, string> = {}) {
  const odd = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  return {
    ...newGateway({ baseUrl }),
    async [Symbol.asyncDispose]() {
      odd.closeAllConnections();
      odd.close();
    },
  };
}

const reference = { chargeId: '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000', gatewayChargeId: 'pix_char_1' };

test('an unknown status is an error that names it', async () => {
  await using gateway = await answeringGateway(200, { data: { status: 'UNDER_DISPUTE' }, error: null });
  await expect(gateway.find(reference)).rejects.toThrow(/UNDER_DISPUTE/);
  await expect(gateway.find(reference)).rejects.toMatchObject({ retryable: false });
});

test('fields nobody documented are ignored, and a missing expiry is null, not 1970', async () => {
  const data = { status: 'PAID', expiresAt: null, newField: { deep: 1 } };
  await using gateway = await answeringGateway(200, { data, error: null, success: true });
  expect(await gateway.find(reference)).toMatchObject({
    ok: true,
    charge: { status: 'paid', expiresAt: null },
  });
});

test('an error inside a 200, or called `message`, is a refusal', async () => {
  for (const body of [{ data: null, error: 'Sem saldo' }, { message: 'Sem saldo' }]) {
    await using gateway = await answeringGateway(200, body);
    expect(await gateway.create(chargeRequest())).toEqual({
      ok: false,
      reason: 'refused',
      detail: 'Sem saldo',
    });
  }
  await using gateway = await answeringGateway(400, { message: 'Conta bloqueada' });
  expect(await gateway.create(chargeRequest())).toMatchObject({
    reason: 'refused',
    detail: 'Conta bloqueada',
  });
});

test('a charge created over another amount than asked for is never handed on', async () => {
  const data = { id: 'pix_char_1', status: 'PENDING', amount: 15, brCode: '000201' };
  await using gateway = await answeringGateway(200, { data, error: null });
  await expect(gateway.create(chargeRequest())).rejects.toMatchObject({
    outcome: 'unknown',
    retryable: false,
  });
});

test('a redirect is not followed', async () => {
  await using gateway = await answeringGateway(307, '', { location: `${server.url}/v1/pixQrCode/create` });
  await expect(gateway.create(chargeRequest())).rejects.toMatchObject({
    outcome: 'unknown',
    retryable: false,
  });
  expect(server.requests).toEqual([]);
});

test('a 404 on create points at the address', async () => {
  await using gateway = await answeringGateway(404, 'nothing here');
  await expect(gateway.create(chargeRequest())).rejects.toThrow(/ABACATEPAY_URL/);
});
