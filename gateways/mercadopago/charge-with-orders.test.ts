import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ok, startScriptedProvider, type ScriptedProvider } from '#test/providers/scripted-provider.ts';
import { chargeRequest } from '../contract-suite.ts';
import { createMercadoPago } from './create-mercado-pago.ts';

const CHARGE_ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const TOKEN = 'APP_USR-93f2-token';
const KNOWN = { chargeId: CHARGE_ID, gatewayChargeId: 'ORD1' };
const UNKNOWN = { chargeId: CHARGE_ID, gatewayChargeId: null };
const NOW = new Date('2026-11-22T12:00:00Z');

let provider: ScriptedProvider;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  provider = await startScriptedProvider();
});
afterEach(async () => {
  vi.useRealTimers();
  await provider.close();
});

const newGateway = () =>
  createMercadoPago({
    baseUrl: `${provider.url}/`,
    accessToken: TOKEN,
    webhookSecret: 's',
    production: true,
  });
const payment = { id: 'PAY1', amount: '15.00', payment_method: { qr_code: 'code' } };
const order = (changes: object = {}) => ({
  id: 'ORD1',
  external_reference: CHARGE_ID,
  status: 'action_required',
  total_amount: '15.00',
  transactions: { payments: [payment] },
  ...changes,
});
const refusal = (status: number, ...codes: string[]) => ({
  status,
  body: { errors: codes.map((code) => ({ code })) },
});
const request = (changes = {}) => chargeRequest({ chargeId: CHARGE_ID, ...changes });
const SEARCH = 'GET /v1/orders';
const LOOK = 'GET /v1/orders/ORD1';

describe('the look-up', () => {
  test('by its id asks for that order alone', async () => {
    provider.say(ok(order({ status: 'processed', total_paid_amount: '14.99' })));
    expect(await newGateway().find(KNOWN)).toMatchObject({
      ok: true,
      charge: { gatewayChargeId: 'ORD1', status: 'paid', paidAmountCents: 1499 },
    });
    expect(provider.requests).toMatchObject([
      { method: 'GET', path: '/v1/orders/ORD1', query: {}, body: '' },
    ]);
    expect(provider.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/json',
      'content-type': 'application/json',
      'x-render-in-process-refunds': 'true',
    });
    expect(provider.requests[0]?.headers).not.toHaveProperty('x-idempotency-key');
  });

  test.each(['', 'ORD', 'xORD1', 'ORD1/cancel', 'ORD1/../../payments', `ORD${'1'.repeat(61)}`, '123'])(
    'never asks about the id "%s", which cannot be one',
    async (gatewayChargeId) => {
      const reference = { chargeId: CHARGE_ID, gatewayChargeId };
      expect(await newGateway().find(reference)).toEqual({ ok: false, reason: 'not_found' });
      expect(await newGateway().cancel(reference)).toEqual({ ok: false, reason: 'not_found' });
      expect(provider.asked()).toEqual([]);
    },
  );

  test('by our own id asks for 29 days and an hour ahead, and then for the order itself', async () => {
    const row = { id: 'ORD1', external_reference: CHARGE_ID, transactions: { payments: [null] } };
    provider.say(ok({ data: [null, {}, order({ external_reference: null }), row] }), ok(order()));
    expect(await newGateway().find(UNKNOWN)).toMatchObject({ ok: true, charge: { pixCode: 'code' } });
    expect(provider.asked()).toEqual([SEARCH, LOOK]);
    expect(provider.requests[0]?.query).toEqual({
      begin_date: '2026-10-24T12:00:00.000Z',
      end_date: '2026-11-22T13:00:00.000Z',
      external_reference: CHARGE_ID,
    });
  });

  test.each([
    ['no order', ok({ data: [] })],
    ['rows that are none', ok({ data: [null, {}, 5] })],
    ['an order of another charge', ok({ data: [order({ external_reference: 'another' })] })],
    ['no list at all', ok({})],
    ['a number', ok(5)],
    ['a 404', { status: 404, body: {} }],
    ['a parameter that cannot be', refusal(400, 'invalid_path_param')],
  ])('by our own id, answered with %s, finds nothing', async (_, answer) => {
    provider.say(answer);
    expect(await newGateway().find(UNKNOWN)).toEqual({ ok: false, reason: 'not_found' });
    expect(provider.asked()).toEqual([SEARCH]);
  });

  test.each([
    [404, 'order_not_found'],
    [400, 'invalid_path_param'],
  ])('by its id, answered %i %s, finds nothing', async (status, code) => {
    provider.say(refusal(status, code));
    expect(await newGateway().find(KNOWN)).toEqual({ ok: false, reason: 'not_found' });
  });

  test.each([
    ['another refusal', refusal(400, 'a', 'b'), 'find: refused (a,b)'],
    ['a refusal without a code', refusal(422), 'find: refused (422)'],
    ['no order', ok({ id: '' }), 'find: '],
    ['an order of another charge', ok(order({ external_reference: 'another' })), 'find: the order belongs'],
  ])('answered with %s leaves everything open', async (_, answer, message) => {
    provider.say(answer);
    await expect(newGateway().find(KNOWN)).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ['a list that is none', ok({ data: {} }), 'search: answered without a list'],
    ['a refusal', refusal(400, 'a'), 'search: refused (a)'],
    ['our row without an id', ok({ data: [{ external_reference: CHARGE_ID }] }), 'search: '],
  ])('by our own id, answered with %s, leaves everything open', async (_, answer, message) => {
    provider.say(answer);
    await expect(newGateway().find(UNKNOWN)).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining(message),
    });
  });
});

describe('a new order', () => {
  test('says who pays, as far as that is known', async () => {
    provider.say(ok(order()));
    const customer = {
      name: ' Ana  Maria Souza ',
      email: ' a@b.test ',
      cellphone: '',
      taxId: '12ABC34501DE35',
    };
    await newGateway().create(request({ customer, description: '', ttlSeconds: 1801 }));
    expect(provider.requests[0]?.body).toEqual({
      type: 'online',
      processing_mode: 'automatic',
      external_reference: CHARGE_ID,
      total_amount: '15.00',
      payer: {
        email: 'a@b.test',
        first_name: 'Ana',
        last_name: 'Maria Souza',
        identification: { type: 'CNPJ', number: '12ABC34501DE35' },
      },
      transactions: {
        payments: [
          {
            amount: '15.00',
            payment_method: { id: 'pix', type: 'bank_transfer' },
            expiration_time: 'PT30M1S',
          },
        ],
      },
    });
    provider.say(ok(order()));
    await newGateway().create(request({ customer: { ...customer, name: 'Ana' } }));
    expect(provider.requests[1]?.body).toMatchObject({
      description: 'Fulgor: 1 skin',
      payer: { first_name: 'Ana' },
    });
    expect(provider.requests[1]?.body).not.toHaveProperty('payer.last_name');
  });

  test.each([
    [
      'its own end',
      { transactions: { payments: [{ ...payment, date_of_expiration: '2026-11-22T12:31:00Z' }] } },
      '2026-11-22T12:31:00.000Z',
    ],
    ['a beginning', { created_date: '2026-11-22T11:59:00Z' }, '2026-11-22T12:29:00.000Z'],
    ['neither', {}, '2026-11-22T12:30:00.000Z'],
  ])('with %s is paid until then; a code lives 30 minutes at least', async (_, changes, expiresAt) => {
    provider.say(ok(order(changes)));
    expect(await newGateway().create(request({ ttlSeconds: 60 }))).toEqual({
      ok: true,
      charge: {
        gatewayChargeId: 'ORD1',
        status: 'pending',
        pixCode: 'code',
        expiresAt: new Date(expiresAt),
        paidAmountCents: 0,
        paidAt: null,
        refundedCents: 0,
        chargedBackCents: 0,
      },
    });
  });

  test.each([
    ['over a centavo less', order({ total_amount: '14.99' }), 'create: asked for 1500 centavos, got 1499'],
    ['over a centavo more', order({ total_amount: '15.01' }), 'create: asked for 1500 centavos, got 1501'],
    [
      'of another charge',
      order({ external_reference: 'another' }),
      'create: the order belongs to another charge',
    ],
    [
      'without a code',
      order({ transactions: { payments: [{ id: 'PAY1' }] } }),
      'create: an order without a Pix code',
    ],
  ])('%s is never shown', async (_, made, message) => {
    provider.say(ok(made));
    await expect(newGateway().create(request())).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining(message),
    });
  });

  test('whose key was used before is looked for by our id, and its amount compared', async () => {
    const used = refusal(409, 'idempotency_key_already_used');
    const found = ok({ data: [order()] });
    provider.say(used, found, ok(order({ status: 'processed' })));
    expect(await newGateway().create(request())).toMatchObject({
      ok: true,
      charge: { gatewayChargeId: 'ORD1', status: 'paid' },
    });
    expect(provider.asked()).toEqual(['POST /v1/orders', SEARCH, LOOK]);
    provider.say(used, found, ok(order({ total_amount: '1.00' })));
    await expect(newGateway().create(request())).rejects.toThrow('asked for 1500 centavos, got 100');
    provider.say(used, ok({ data: [] }));
    await expect(newGateway().create(request())).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('create: the key was used before'),
    });
  });

  test('at an address without orders is not to be tried again unseen', async () => {
    provider.say({ status: 404, body: {} });
    await expect(newGateway().create(request())).rejects.toThrow('MERCADOPAGO_URL');
  });

  test('refused is told without the token and the customer, and with everything else', async () => {
    const customer = { name: 'Jo da Silva', email: 'a@b.test', cellphone: '', taxId: '52998224725' };
    const message = `jo da silva: Jo da Silva, Silva, a@b.test, 52998224725, ${TOKEN}`;
    provider.say({ status: 402, body: { errors: [{ code: 'bad_payer', message }], message: 'no' } });
    expect(await newGateway().create(request({ customer }))).toEqual({
      ok: false,
      reason: 'refused',
      detail: 'bad_payer; jo da silva: […], […], […], […], […]; no',
    });
  });
});

describe('a cancellation', () => {
  test('is asked for once, under a key of its own', async () => {
    provider.say(ok(order()), ok(order({ status: 'canceled' })));
    expect(await newGateway().cancel(KNOWN)).toEqual({ ok: true });
    expect(provider.asked()).toEqual([LOOK, 'POST /v1/orders/ORD1/cancel']);
    expect(provider.requests[1]).toMatchObject({
      body: '',
      headers: { 'x-idempotency-key': `cancel-${CHARGE_ID}` },
    });
  });

  test('of an order that is gone meanwhile finds none', async () => {
    provider.say(ok(order()), { status: 404, body: {} });
    expect(await newGateway().cancel(KNOWN)).toEqual({ ok: false, reason: 'not_found' });
    expect(provider.asked()).toHaveLength(2);
  });

  test.each([
    ['processed', { ok: false, reason: 'already_paid' }],
    ['refunded', { ok: false, reason: 'already_paid' }],
    ['canceled', { ok: true }],
    ['expired', { ok: true }],
  ])('refused for an order that is then %s', async (status, expected) => {
    provider.say(ok(order()), refusal(409, 'cannot_cancel_order'), ok(order({ status })));
    expect(await newGateway().cancel(KNOWN)).toEqual(expected);
    expect(provider.asked()).toEqual([LOOK, 'POST /v1/orders/ORD1/cancel', LOOK]);
  });

  test.each([
    ['still waits', refusal(409, 'x', 'y'), ok(order()), 'cancel: refused (x,y)'],
    ['is gone', refusal(409), { status: 404, body: {} }, 'cancel: refused (409)'],
  ])('refused for an order that %s leaves everything open', async (_, refused, then, message) => {
    provider.say(ok(order()), refused, then);
    await expect(newGateway().cancel(KNOWN)).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining(message),
    });
  });
});

describe('one call', () => {
  test.each([
    [401, false, 'not_applied'],
    [403, false, 'not_applied'],
    [423, true, 'not_applied'],
    [429, true, 'not_applied'],
    [500, true, 'unknown'],
    [302, true, 'unknown'],
  ])('answered %i', async (status, retryable, outcome) => {
    provider.say({ status, body: order() });
    await expect(newGateway().create(request())).rejects.toMatchObject({ retryable, outcome });
    expect(provider.asked()).toEqual(['POST /v1/orders']);
  });

  test.each([
    [{ error: 'front_door', message: 'closed' }, 'front_door; closed'],
    [{ errors: [{ code: 'a', message: 'one' }, { code: 'b' }, { message: 'two' }] }, 'a; b; one; two'],
    [{ errors: [{ code: 'a', message: 'one\n\u0007two' }] }, 'a; one two'],
    [{ errors: [{ code: 'x'.repeat(301) }] }, 'x'.repeat(300)],
    [{ errors: 'none', message: 5 }, 'HTTP 422'],
    ['text', 'HTTP 422'],
  ])('refused with %j', async (body, detail) => {
    provider.say({ status: 422, body });
    expect(await newGateway().create(request())).toEqual({ ok: false, reason: 'refused', detail });
  });

  test('without an answer is named by its path', async () => {
    provider.failNext('dropAfterApply');
    await expect(newGateway().create(request())).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('POST /v1/orders: the connection failed'),
    });
  });

  test('answered with a page instead of JSON leaves everything open', async () => {
    provider.failNext('garbage');
    await expect(newGateway().create(request())).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('something other than JSON'),
    });
  });
});
