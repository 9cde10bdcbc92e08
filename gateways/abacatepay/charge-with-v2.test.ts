import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signWebhook, webhookBodyV2 } from '#test/providers/abacatepay-webhook.ts';
import { startAbacatePayServer } from '#test/providers/abacatepay-server.ts';
import { startAbacatePayV2Server, type AbacatePayV2Server } from '#test/providers/abacatepay-v2-server.ts';
import { chargeRequest, describeGatewayContract } from '../contract-suite.ts';
import { createAbacatePay } from './create-abacate-pay.ts';

const SECRET = 'webhook-secret-e7b1';
const API_KEY = 'abc_dev_key_93f2';

function gatewayAt(baseUrl: string) {
  return createAbacatePay({
    baseUrl,
    apiKey: API_KEY,
    webhookSecret: SECRET,
    apiVersion: 2,
    production: false,
    timeoutMs: 2_000,
  });
}

function chargeOf(server: AbacatePayV2Server, gatewayChargeId: string | null) {
  const charge = server.ledger.get(gatewayChargeId ?? '');
  if (!charge) throw new Error(`no charge ${gatewayChargeId}`);
  return charge;
}

for (const refundStyle of ['described', 'page'] as const) {
  describeGatewayContract(`AbacatePay v2 (refunds answered as in the ${refundStyle})`, async () => {
    const server = await startAbacatePayV2Server({ apiKey: API_KEY, refundStyle });
    const closed = await startAbacatePayV2Server();
    await closed.close();
    const delivery = (gatewayChargeId: string | null, end: string) => {
      const body = webhookBodyV2(chargeOf(server, gatewayChargeId), {
        amount: chargeOf(server, gatewayChargeId).amount,
      });
      const rawBody = JSON.stringify(body);
      const url = new URL(`https://loja.test/webhooks/abacatepay${end}`);
      return { url, headers: { 'x-webhook-signature': signWebhook(rawBody) }, rawBody };
    };
    return {
      gateway: gatewayAt(server.url),
      pay: async ({ gatewayChargeId }, amount) =>
        void (await server.pay(gatewayChargeId ?? '', amount === undefined ? {} : { amount })),
      expire: async ({ gatewayChargeId }) => server.expire(gatewayChargeId ?? ''),
      chargedCents: async () => [...server.ledger.values()].map((charge) => charge.amount),
      refundedCents: async ({ gatewayChargeId }) => {
        const { refundId, amount } = chargeOf(server, gatewayChargeId);
        return refundId === null ? [] : [amount];
      },
      descriptionOf: async ({ gatewayChargeId }) => chargeOf(server, gatewayChargeId).description,
      descriptionLength: 500,
      dispute: {
        open: async ({ gatewayChargeId }) => void (await server.dispute(gatewayChargeId ?? '')),
        decide: async ({ gatewayChargeId }, as) => void (await server.decide(gatewayChargeId ?? '', as)),
      },
      network: {
        failNext: server.failNext,
        unreachable: gatewayAt(closed.url),
        createCount: () => server.requests.filter(({ path }) => path.endsWith('/create')).length,
        refusalStatus: 422,
        secrets: [API_KEY, SECRET],
      },
      webhook: {
        paid: ({ gatewayChargeId }) => delivery(gatewayChargeId, `?webhookSecret=${SECRET}`),
        forged: ({ gatewayChargeId }) =>
          ['', '?webhookSecret=', `?webhookSecret=${SECRET}x`, `?webhooksecret=${SECRET}`].map((end) =>
            delivery(gatewayChargeId, end),
          ),
      },
      close: server.close,
    };
  });
}

describe('AbacatePay v2', () => {
  let server: AbacatePayV2Server;
  beforeEach(async () => void (server = await startAbacatePayV2Server({ apiKey: API_KEY })));
  afterEach(() => server.close());

  async function paidCharge() {
    const request = chargeRequest();
    const created = await gatewayAt(server.url).create(request);
    if (!created.ok) throw new Error(created.detail);
    const { gatewayChargeId } = created.charge;
    await server.pay(gatewayChargeId);
    return { chargeId: request.chargeId, gatewayChargeId };
  }

  test('sends exactly the documented body, in the documented formats', async () => {
    const request = chargeRequest();
    await gatewayAt(server.url).create(request);
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/v2/transparents/create' }]);
    expect(server.requests[0]?.body).toEqual({
      method: 'PIX',
      data: {
        amount: 1500,
        expiresIn: 3600,
        description: 'Fulgor: 1 skin',
        customer: {
          name: 'Ana Souza',
          email: 'ana@example.com',
          cellphone: '(11) 98765-4321',
          taxId: '529.982.247-25',
        },
        externalId: request.chargeId,
        metadata: { externalId: request.chargeId },
      },
    });
  });

  test('a charge whose create got no answer is found by our own id, pages deep', async () => {
    const gateway = gatewayAt(server.url);
    const request = chargeRequest();
    server.failNext('dropAfterApply');
    await expect(gateway.create(request)).rejects.toMatchObject({ outcome: 'unknown', retryable: false });
    const [lost] = server.ledger.keys();
    for (let n = 0; n < 120; n++) await gateway.create(chargeRequest());
    expect(await gateway.find({ chargeId: request.chargeId, gatewayChargeId: null })).toMatchObject({
      ok: true,
      charge: { gatewayChargeId: lost, status: 'pending', pixCode: expect.stringMatching(/^0002/) },
    });
  });

  test('a disputed charge is still paid, and cannot be refunded', async () => {
    const charge = await paidCharge();
    chargeOf(server, charge.gatewayChargeId).status = 'UNDER_DISPUTE';
    const gateway = gatewayAt(server.url);
    expect(await gateway.find(charge)).toMatchObject({ charge: { status: 'paid' } });
    expect(await gateway.refund({ charge, refundId: 'r', amountCents: 1500, reason: '' })).toEqual({
      ok: false,
      reason: 'not_refundable',
      detail: 'TRANSACTION_UNDER_DISPUTE',
    });
    chargeOf(server, charge.gatewayChargeId).status = 'REDEEMED';
    expect(await gateway.find(charge)).toMatchObject({ charge: { status: 'paid' } });
  });

  test.each([
    ['INSUFFICIENT_FUNDS', { ok: false, reason: 'insufficient_funds', detail: 'INSUFFICIENT_FUNDS' }],
    ['STORE_NOT_FOUND', { ok: false, reason: 'not_refundable', detail: 'STORE_NOT_FOUND' }],
    ['INVALID_METHOD', { ok: false, reason: 'not_refundable', detail: 'INVALID_METHOD' }],
    ['LOCK_NOT_ACQUIRED', { retryable: true, outcome: 'not_applied' }],
    ['REFUND_REQUEST_FAILED', { retryable: true, outcome: 'unknown' }],
    ['REFUND_CONFIRMATION_FAILED', { retryable: true, outcome: 'unknown' }],
  ])('a refund refused with %s', async (code, expected) => {
    const charge = await paidCharge();
    const gateway = createAbacatePay({
      baseUrl: server.url,
      apiKey: API_KEY,
      webhookSecret: SECRET,
      apiVersion: 2,
      production: false,
      fetch: async (url, init) =>
        (url as string).includes('/refund')
          ? Response.json({ data: null, success: false, error: code }, { status: 400 })
          : fetch(url, init),
    });
    const outcome = await gateway
      .refund({ charge, refundId: 'r', amountCents: 1500, reason: '' })
      .catch((error: unknown) => error);
    expect(outcome).toMatchObject(expected);
  });

  test('an answer without success is no answer to act on, whatever its HTTP status', async () => {
    const gateway = createAbacatePay({
      baseUrl: server.url,
      apiKey: API_KEY,
      webhookSecret: SECRET,
      apiVersion: 2,
      production: false,
      fetch: async () =>
        Response.json({ data: { status: 'PAID', expiresAt: null }, success: false, error: null }),
    });
    await expect(gateway.find({ chargeId: 'x', gatewayChargeId: 'pix_char_1' })).rejects.toThrow(/check/);
  });

  test('a charge made before the version was changed is still asked about, at version 1', async () => {
    const v1 = await startAbacatePayServer({ apiKey: API_KEY });
    const old = { baseUrl: v1.url, apiKey: API_KEY, webhookSecret: SECRET, production: false };
    const request = chargeRequest();
    const created = await createAbacatePay({ ...old, apiVersion: 1 }).create(request);
    if (!created.ok) throw new Error(created.detail);
    const charge = { chargeId: request.chargeId, gatewayChargeId: created.charge.gatewayChargeId };
    await v1.pay(charge.gatewayChargeId);
    // That server knows nothing of `/v2/`, as v2 may know nothing of this charge.
    expect(await createAbacatePay({ ...old, apiVersion: 2 }).find(charge)).toMatchObject({
      ok: true,
      charge: { status: 'paid' },
    });
    await v1.close();
  });
});
