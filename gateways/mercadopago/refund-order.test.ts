import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, startScriptedProvider, type ScriptedProvider } from '#test/providers/scripted-provider.ts';
import { createMercadoPago } from './create-mercado-pago.ts';

const CHARGE_ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const charge = { chargeId: CHARGE_ID, gatewayChargeId: 'ORD1' };
const gone = { status: 404, body: {} };
const LOOK = 'GET /v1/orders/ORD1';
const REFUND = 'POST /v1/orders/ORD1/refund';

let provider: ScriptedProvider;
beforeEach(async () => void (provider = await startScriptedProvider()));
afterEach(() => provider.close());

const newGateway = () =>
  createMercadoPago({ baseUrl: provider.url, accessToken: 'token', webhookSecret: 's', production: true });
const refund = (amountCents: number) =>
  newGateway().refund({ charge, refundId: 'refund-1', amountCents, reason: '' });
const look = (gatewayRefundId: string | null) =>
  newGateway().findRefund({ charge, refundId: 'refund-1', gatewayRefundId });

const order = (refunds: unknown[] = [], changes: object = {}) => ({
  id: 'ORD1',
  external_reference: CHARGE_ID,
  status: 'processed',
  total_amount: '15.00',
  total_paid_amount: '14.00',
  transactions: { payments: [{ id: 'PAY1' }], refunds },
  ...changes,
});
const made = (...refunds: unknown[]) => ({ status: 201, body: { transactions: { refunds } } });
const entry = (amount: string, status = 'processed', id = 'REF1') => ({ id, amount, status });
const refusal = (status: number, ...codes: string[]) => ({
  status,
  body: { errors: codes.map((code) => ({ code })) },
});
const part = (amount: string) => ({ transactions: [{ id: 'PAY1', amount }] });

describe('a refund', () => {
  test.each([
    ['all that was paid', 1400, order(), ''],
    [
      'all that was asked for, where nothing says what was paid',
      1500,
      order([], { total_paid_amount: null }),
      '',
    ],
    ['a part', 1399, order(), part('13.99')],
    ['what was asked for, where another sum was paid', 1500, order(), part('15.00')],
    ['the whole beside an earlier part', 1400, order([entry('1.00')]), part('14.00')],
  ])('of %s', async (_, amountCents, at, body) => {
    provider.say(ok(at), made(entry((amountCents / 100).toFixed(2))));
    expect(await refund(amountCents)).toEqual({ ok: true, status: 'refunded', gatewayRefundId: 'REF1' });
    expect(provider.asked()).toEqual([LOOK, REFUND]);
    expect(provider.requests[1]).toMatchObject({ body, headers: { 'x-idempotency-key': 'refund-1' } });
  });

  test.each([
    ['before', [gone], [LOOK]],
    ['meanwhile', [ok(order()), gone], [LOOK, REFUND]],
  ])('of an order that is gone %s is not possible', async (_, answers, asked) => {
    provider.say(...answers);
    expect(await refund(1400)).toEqual({ ok: false, reason: 'not_refundable', detail: 'order_not_found' });
    expect(provider.asked()).toEqual(asked);
  });

  test('is the last one of its amount among those answered', async () => {
    provider.say(
      ok(order()),
      made(entry('5.00', 'processed', 'A'), entry('5.00', 'processing', 'B'), entry('1.00')),
    );
    expect(await refund(500)).toEqual({ ok: true, status: 'processing', gatewayRefundId: 'B' });
  });

  test('that failed at once is not possible, and names itself', async () => {
    provider.say(ok(order()), made(entry('5.00', 'failed')));
    expect(await refund(500)).toEqual({
      ok: false,
      reason: 'not_refundable',
      detail: 'a devolução REF1 não foi feita',
    });
  });

  test.each([
    ['another amount', made(entry('4.99')), 'refund: no refund of 500 centavos in the answer'],
    ['no refunds', { status: 201, body: { transactions: {} } }, 'refund: '],
  ])('answered with %s leaves everything open', async (_, answer, message) => {
    provider.say(ok(order()), answer);
    await expect(refund(500)).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining(message),
    });
  });

  test('whose key was used before is read from the order', async () => {
    const used = refusal(409, 'idempotency_key_already_used');
    provider.say(ok(order()), used, ok(order([entry('5.00', 'in_process')])));
    expect(await refund(500)).toEqual({ ok: true, status: 'processing', gatewayRefundId: 'REF1' });
    expect(provider.asked()).toEqual([LOOK, REFUND, LOOK]);
    provider.say(ok(order()), used, gone);
    await expect(refund(500)).rejects.toMatchObject({
      retryable: true,
      outcome: 'unknown',
      message: expect.stringContaining('the order is gone'),
    });
  });

  test('beside another one under way waits', async () => {
    provider.say(ok(order()), refusal(409, 'refund_in_progress'));
    await expect(refund(500)).rejects.toMatchObject({ retryable: true, outcome: 'not_applied' });
  });

  test.each([
    [['x', 'insufficient_amount'], 'insufficient_funds', 'x,insufficient_amount'],
    [['x', 'y'], 'not_refundable', 'x,y'],
    [[], 'not_refundable', 'HTTP 400'],
  ])('refused with %j', async (codes, reason, detail) => {
    provider.say(ok(order()), refusal(400, ...codes));
    expect(await refund(500)).toEqual({ ok: false, reason, detail });
  });
});

describe('a refund looked for', () => {
  test.each([
    ['processed', 'refunded'],
    ['refunded', 'refunded'],
    ['approved', 'refunded'],
    ['failed', 'failed'],
    ['rejected', 'failed'],
    ['canceled', 'failed'],
    ['cancelled', 'failed'],
    ['in_process', 'processing'],
    ['', 'processing'],
    ['constructor', 'processing'],
  ])('by its id and found %s is %s', async (status, expected) => {
    provider.say(
      ok(order([entry('1.00', 'processed', 'REF0'), entry('5.00', status), entry('2.00', 'x', 'REF2')])),
    );
    expect(await look('REF1')).toEqual({ ok: true, status: expected, gatewayRefundId: 'REF1' });
  });

  test('without an id is the last one of an order whose money all went back, and no other', async () => {
    const refunds = [entry('5.00', 'processed', 'A'), entry('9.00', 'processed', 'B')];
    provider.say(ok(order(refunds, { status: 'refunded' })));
    expect(await look(null)).toEqual({ ok: true, status: 'refunded', gatewayRefundId: 'B' });
    for (const answer of [ok(order(refunds)), ok(order([], { status: 'refunded' })), gone]) {
      provider.say(answer);
      expect(await look(null)).toEqual({ ok: false, reason: 'not_found' });
    }
  });

  test('by an id that the order does not have is not found', async () => {
    provider.say(ok(order([entry('14.00')], { status: 'refunded' })), gone);
    expect(await look('REF2')).toEqual({ ok: false, reason: 'not_found' });
    expect(await look('REF1')).toEqual({ ok: false, reason: 'not_found' });
  });
});
