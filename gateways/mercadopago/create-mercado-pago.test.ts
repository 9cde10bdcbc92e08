import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startMercadoPagoServer, type MercadoPagoServer } from '#test/providers/mercadopago-server.ts';
import { mercadoPagoBody, signMercadoPago } from '#test/providers/mercadopago-webhook.ts';
import { chargeRequest, describeGatewayContract } from '../contract-suite.ts';
import { createMercadoPago, type MercadoPagoOptions } from './create-mercado-pago.ts';

const SECRET = 'webhook-secret-e7b1';
const TOKEN = 'APP_USR-93f2-token';

function gatewayAt(baseUrl: string, changes: Partial<MercadoPagoOptions> = {}) {
  const options = { baseUrl, accessToken: TOKEN, webhookSecret: SECRET, production: true, timeoutMs: 2_000 };
  return createMercadoPago({ ...options, ...changes });
}

function orderOf(server: MercadoPagoServer, gatewayChargeId: string | null) {
  const order = server.ledger.get(gatewayChargeId ?? '');
  if (!order) throw new Error(`no order ${gatewayChargeId}`);
  return order;
}

for (const idempotency of ['replay', 'conflict'] as const) {
  describeGatewayContract(`Mercado Pago (a used key gives a ${idempotency})`, async () => {
    const server = await startMercadoPagoServer({ accessToken: TOKEN, idempotency });
    const closed = await startMercadoPagoServer();
    await closed.close();
    const delivery = (gatewayChargeId: string | null, headers: Record<string, string>) => {
      const order = orderOf(server, gatewayChargeId);
      const url = new URL(`https://loja.test/webhooks/mercadopago?data.id=${order.id}&type=order`);
      return { url, headers, rawBody: JSON.stringify(mercadoPagoBody(order, { id: '123456' })) };
    };
    return {
      gateway: gatewayAt(server.url),
      pay: async ({ gatewayChargeId }, amountCents) =>
        void (await server.pay(gatewayChargeId ?? '', amountCents === undefined ? {} : { amountCents })),
      expire: async ({ gatewayChargeId }) => server.expire(gatewayChargeId ?? ''),
      chargedCents: async () => [...server.ledger.values()].map((order) => order.amountCents),
      refundedCents: async ({ gatewayChargeId }) =>
        orderOf(server, gatewayChargeId).refunds.map(({ amountCents }) => amountCents),
      descriptionOf: async ({ gatewayChargeId }) => orderOf(server, gatewayChargeId).description,
      descriptionLength: 150,
      dispute: {
        open: async ({ gatewayChargeId }) => void (await server.dispute(gatewayChargeId ?? '')),
        decide: async ({ gatewayChargeId }, as) => void (await server.decide(gatewayChargeId ?? '', as)),
      },
      network: {
        failNext: server.failNext,
        unreachable: gatewayAt(closed.url),
        createCount: () =>
          server.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/orders').length,
        refusalStatus: 400,
        secrets: [TOKEN, SECRET],
      },
      webhook: {
        paid: ({ gatewayChargeId }) => delivery(gatewayChargeId, signMercadoPago(SECRET, gatewayChargeId)),
        forged: ({ gatewayChargeId }) => {
          const genuine = signMercadoPago(SECRET, gatewayChargeId);
          const foreign = signMercadoPago(SECRET, 'ORD00000000000000000000000000');
          return [
            {},
            signMercadoPago(`${SECRET}x`, gatewayChargeId),
            signMercadoPago(SECRET, null),
            foreign,
            { ...genuine, 'x-request-id': 'another' },
            { ...genuine, 'x-signature': 'ts=1742505638683,v1=' },
            { ...genuine, 'x-signature': genuine['x-signature']?.replace('ts=17', 'ts=18') ?? '' },
            { ...genuine, 'x-signature': genuine['x-signature']?.replace(/v1=\w/, 'v1=!') ?? '' },
          ].map((headers) => delivery(gatewayChargeId, headers));
        },
      },
      close: server.close,
    };
  });
}

describe('Mercado Pago', () => {
  let server: MercadoPagoServer;
  beforeEach(async () => void (server = await startMercadoPagoServer({ accessToken: TOKEN })));
  afterEach(() => server.close());

  async function newCharge(changes: Parameters<typeof chargeRequest>[0] = {}) {
    const request = chargeRequest(changes);
    const created = await gatewayAt(server.url).create(request);
    if (!created.ok) throw new Error(created.detail);
    return { chargeId: request.chargeId, gatewayChargeId: created.charge.gatewayChargeId };
  }

  test('sends exactly the order the pages describe, under our charge id', async () => {
    const request = chargeRequest();
    await gatewayAt(server.url).create(request);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/orders',
      headers: { 'x-idempotency-key': request.chargeId },
      body: {
        type: 'online',
        processing_mode: 'automatic',
        external_reference: request.chargeId,
        total_amount: '15.00',
        description: 'Fulgor: 1 skin',
        payer: {
          email: 'ana@example.com',
          first_name: 'Ana',
          last_name: 'Souza',
          identification: { type: 'CPF', number: '52998224725' },
        },
        transactions: {
          payments: [
            {
              amount: '15.00',
              payment_method: { id: 'pix', type: 'bank_transfer' },
              expiration_time: 'PT1H',
            },
          ],
        },
      },
    });
  });

  test.each([
    [60, 'PT30M'],
    [1800, 'PT30M'],
    [5415, 'PT1H30M15S'],
    [86_400, 'PT24H'],
    [99_999_999, 'PT720H'],
  ])(
    'a code for %i seconds is asked for as %s: 30 minutes at least, 30 days at most',
    async (ttlSeconds, sent) => {
      const { gatewayChargeId } = await newCharge({ ttlSeconds });
      expect(orderOf(server, gatewayChargeId).expirationTime).toBe(sent);
    },
  );

  test('an order that lost its answer is found by our own id', async () => {
    const request = chargeRequest();
    server.failNext('dropAfterApply');
    const gateway = gatewayAt(server.url);
    await expect(gateway.create(request)).rejects.toMatchObject({ outcome: 'unknown', retryable: true });
    expect(await gateway.find({ chargeId: request.chargeId, gatewayChargeId: null })).toMatchObject({
      ok: true,
      charge: { status: 'pending', pixCode: expect.stringMatching(/^0002/) },
    });
    expect(await gateway.create(request)).toMatchObject({ ok: true });
    expect(server.ledger.size).toBe(1);
  });

  test('what went back, in parts too, is said whoever sent it; what is on its way is not', async () => {
    const charge = await newCharge();
    await server.pay(charge.gatewayChargeId, { webhook: false });
    const gateway = gatewayAt(server.url);
    const refunded = async () => {
      const found = await gateway.find(charge);
      return found.ok && [found.charge.status, found.charge.refundedCents];
    };
    expect(await refunded()).toEqual(['paid', 0]);
    const order = orderOf(server, charge.gatewayChargeId);
    order.refunds.push({ id: 'REF1', amountCents: 400, status: 'processed' });
    order.refunds.push({ id: 'REF2', amountCents: 300, status: 'in_process' });
    expect(await refunded()).toEqual(['paid', 400]);
    server.finishRefunds(order.id);
    expect(await refunded()).toEqual(['paid', 700]);
  });

  test('the Pix that paid is said once it did, without what stands before its id', async () => {
    const charge = await newCharge();
    const gateway = gatewayAt(server.url);
    const waiting = await gateway.find(charge);
    expect(waiting.ok && waiting.charge).not.toHaveProperty('endToEndId');
    await server.pay(charge.gatewayChargeId);
    const { endToEndId } = orderOf(server, charge.gatewayChargeId);
    expect(endToEndId).toMatch(/^E\d{20}[0-9a-f]{11}$/);
    expect(await gateway.find(charge)).toMatchObject({ charge: { endToEndId } });
  });

  // shows: threat 16
  test("an order of another charge, or in another currency, is never taken for this charge's", async () => {
    const charge = await newCharge();
    const other = { ...charge, chargeId: chargeRequest().chargeId };
    await expect(gatewayAt(server.url).find(other)).rejects.toThrow(/another charge/);
    const inPesos = gatewayAt(server.url, {
      fetch: async (url, init) => {
        const answer = await fetch(url as string, init);
        return Response.json({ ...((await answer.json()) as object), currency: 'ARS' });
      },
    });
    await expect(inPesos.find(charge)).rejects.toThrow(/ARS/);
  });

  test.each([
    ['created', 'created', 'pending'],
    ['processing', 'in_process', 'pending'],
    ['processed', 'partially_refunded', 'paid'],
    ['processed', 'refunded', 'refunded'],
    ['cancelled', 'cancelled', 'cancelled'],
    ['canceled', 'canceled', 'cancelled'],
    ['failed', 'failed', 'cancelled'],
    ['expired', 'expired', 'expired'],
    ['charged_back', 'in_process', 'paid'],
    ['charged_back', 'reimbursed', 'paid'],
  ])('status %s (%s) is %s', async (status, status_detail, expected) => {
    const charge = await newCharge();
    Object.assign(orderOf(server, charge.gatewayChargeId), { status, status_detail });
    expect(await gatewayAt(server.url).find(charge)).toMatchObject({
      charge: { status: expected, chargedBackCents: 0 },
    });
  });

  test('a lost dispute names what is gone; a status nobody knows is reported', async () => {
    const charge = await newCharge();
    await server.pay(charge.gatewayChargeId);
    const order = orderOf(server, charge.gatewayChargeId);
    Object.assign(order, { status: 'charged_back', status_detail: 'settled' });
    expect(await gatewayAt(server.url).find(charge)).toMatchObject({
      charge: { status: 'paid', paidAmountCents: 1500, chargedBackCents: 1500 },
    });
    order.status = 'at_terminal';
    await expect(gatewayAt(server.url).find(charge)).rejects.toThrow(/at_terminal/);
  });

  test('a refund that waits for the bank is processing, and later refunded', async () => {
    const gateway = gatewayAt(server.url);
    const charge = await newCharge();
    await server.pay(charge.gatewayChargeId);
    server.holdRefunds();
    const made = await gateway.refund({ charge, refundId: 'r-1', amountCents: 1500, reason: '' });
    if (!made.ok) throw new Error(made.detail);
    expect(made.status).toBe('processing');
    const look = () => gateway.findRefund({ charge, refundId: 'r-1', gatewayRefundId: made.gatewayRefundId });
    expect(await look()).toMatchObject({ status: 'processing' });
    server.finishRefunds(charge.gatewayChargeId);
    expect(await look()).toMatchObject({ status: 'refunded' });
    orderOf(server, charge.gatewayChargeId).refunds[0]!.status = 'rejected';
    expect(await look()).toMatchObject({ status: 'failed' });
  });

  test('a part already sent back is never sent again by asking for the whole', async () => {
    const gateway = gatewayAt(server.url);
    const charge = await newCharge();
    await server.pay(charge.gatewayChargeId);
    await gateway.refund({ charge, refundId: 'r-1', amountCents: 600, reason: '' });
    const whole = await gateway.refund({ charge, refundId: 'r-2', amountCents: 1500, reason: '' });
    expect(whole).toMatchObject({ ok: false, reason: 'not_refundable' });
    // Nobody can tell whose refund an unnamed one is: asking again with the same id is what settles it.
    expect(await gateway.findRefund({ charge, refundId: 'r-3', gatewayRefundId: null })).toEqual({
      ok: false,
      reason: 'not_found',
    });
  });

  test.each([
    [409, 'refund_in_progress', { retryable: true, outcome: 'not_applied' }],
    [423, 'locked', { retryable: true, outcome: 'not_applied' }],
    [400, 'insufficient_funds', { ok: false, reason: 'insufficient_funds' }],
    [400, 'unsupported_partially_refunds', { ok: false, reason: 'not_refundable' }],
    [409, 'order_already_refunded', { ok: false, reason: 'not_refundable' }],
  ])('a refund answered %i %s', async (status, code, expected) => {
    const charge = await newCharge();
    await server.pay(charge.gatewayChargeId);
    const gateway = gatewayAt(server.url, {
      fetch: async (url, init) =>
        init?.method === 'POST'
          ? Response.json({ errors: [{ code, message: 'no' }] }, { status })
          : fetch(url as string, init),
    });
    const refund = gateway.refund({ charge, refundId: 'r', amountCents: 1500, reason: '' });
    expect(await refund.catch((error: unknown) => error)).toMatchObject(expected);
  });

  test('a refusal that quotes the customer back is passed on without the data', async () => {
    const { customer } = chargeRequest();
    const result = await gatewayAt(server.url).create(
      chargeRequest({ customer: { ...customer, taxId: '52998224726' } }),
    );
    expect(result).toEqual({
      ok: false,
      reason: 'refused',
      detail: 'property_value; payer.identification.number […]',
    });
  });

  test('settings that could never work stop the start without repeating a secret', () => {
    expect(() => gatewayAt(server.url, { accessToken: 'abc\nkey' })).toThrow(
      /^mercadopago: MERCADOPAGO_ACCESS_TOKEN [^\n]*$/,
    );
    expect(() => gatewayAt(server.url, { webhookSecret: '' })).toThrow(/MERCADOPAGO_WEBHOOK_SECRET/);
  });
});
