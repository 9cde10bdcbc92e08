import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, startScriptedProvider, type ScriptedProvider } from '#test/providers/scripted-provider.ts';
import { chargeRequest } from '../contract-suite.ts';
import { createAbacatePay } from './create-abacate-pay.ts';

const CHARGE_ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const KNOWN = { chargeId: CHARGE_ID, gatewayChargeId: 'pix_char_1' };
const UNKNOWN = { chargeId: CHARGE_ID, gatewayChargeId: null };
const LIST = 'GET /v2/transparents/list';
const CHECK = 'GET /v2/transparents/check';
const OLD_CHECK = 'GET /v1/pixQrCode/check';
const REFUND = 'POST /v2/transparents/refund';
const gone = { status: 404, body: {} };
const notFound = { ok: false, reason: 'not_found' };
const row = {
  id: 'pix_char_1',
  amount: 1500,
  status: 'PENDING',
  brCode: '000201',
  expiresAt: '2026-11-22T13:00:00Z',
  metadata: { externalId: CHARGE_ID },
};
const other = { ...row, id: 'pix_char_2', metadata: { externalId: 'another' } };
const data = (value: unknown, more: object = {}) => ok({ data: value, success: true, error: null, ...more });
const refusal = (error: string, status = 400) => ({ status, body: { data: null, success: false, error } });
const next = (after: string | null, hasMore = true) => ({ pagination: { hasMore, next: after } });

let provider: ScriptedProvider;
beforeEach(async () => void (provider = await startScriptedProvider()));
afterEach(() => provider.close());

const newGateway = () =>
  createAbacatePay({
    baseUrl: provider.url,
    apiKey: 'key',
    webhookSecret: 's',
    apiVersion: 2,
    production: true,
  });
const refund = (amountCents = 1500, reason = '', charge: typeof KNOWN | typeof UNKNOWN = KNOWN) =>
  newGateway().refund({ charge, refundId: 'r', amountCents, reason });
const look = (gatewayRefundId: string | null) =>
  newGateway().findRefund({ charge: KNOWN, refundId: 'r', gatewayRefundId });
const told = (status: string, pixCode: string | null) => ({
  gatewayChargeId: 'pix_char_1',
  status,
  pixCode,
  expiresAt: new Date('2026-11-22T13:00:00Z'),
  paidAmountCents: null,
  paidAt: null,
  chargedBackCents: 0,
});

describe('a charge of v2', () => {
  test.each([
    ['PENDING', 'pending'],
    ['PAID', 'paid', 'won'],
    ['REDEEMED', 'paid', 'won'],
    ['UNDER_DISPUTE', 'paid', 'open'],
    ['EXPIRED', 'expired'],
    ['CANCELLED', 'cancelled'],
    ['FAILED', 'cancelled'],
    ['REFUNDED', 'refunded', 'lost'],
  ])('%s is %s', async (status, expected, dispute?: string) => {
    provider.say(data({ status, expiresAt: row.expiresAt }));
    const found = await newGateway().find(KNOWN);
    expect(found).toMatchObject({ ok: true, charge: told(expected, null) });
    expect(found.ok && found.charge.disputes?.map((each) => each.state)).toEqual(dispute && [dispute]);
    expect(provider.requests).toMatchObject([{ query: { id: 'pix_char_1' } }]);
  });

  test.each(['APPROVED', 'constructor'])(
    '%s is no answer, and asking again gives no other',
    async (status) => {
      provider.say(data({ status }));
      await expect(newGateway().find(KNOWN)).rejects.toMatchObject({
        outcome: 'unknown',
        retryable: false,
        message: expect.stringContaining(status),
      });
    },
  );

  test('is told with what was asked for it', async () => {
    provider.say(data(row));
    expect(await newGateway().create(chargeRequest())).toEqual({
      ok: true,
      charge: { ...told('pending', '000201'), askedCents: 1500 },
    });
    expect(newGateway().traits).toEqual({
      idempotentCreate: false,
      findsUnanswered: true,
      namesPaidAmount: false,
      refunds: 'full',
      minimumTtlSeconds: 1,
    });
  });

  test('without text or a whole customer is asked for without them', async () => {
    provider.say(data(row));
    const request = chargeRequest({ description: '' });
    await newGateway().create({ ...request, customer: { ...request.customer, email: '' } });
    expect(provider.requests[0]?.body).toEqual({
      method: 'PIX',
      data: {
        amount: 1500,
        expiresIn: 3600,
        externalId: request.chargeId,
        metadata: { externalId: request.chargeId },
      },
    });
  });

  test.each([
    ['a centavo less', data({ ...row, amount: 1499 }), 'asked for 1500 centavos, got a charge of 1499'],
    ['a centavo more', data({ ...row, amount: 1501 }), 'asked for 1500 centavos, got a charge of 1501'],
    ['no amount', data({ ...row, amount: undefined }), 'create: '],
    ['no code', data({ ...row, brCode: '' }), 'create: '],
    ['no id', data({ ...row, id: '' }), 'create: '],
    ['an error there', { status: 500, body: {} }, 'answered 500'],
  ])('answered with %s is open, and not to be made again', async (_, answer, message) => {
    provider.say(answer);
    await expect(newGateway().create(chargeRequest())).rejects.toMatchObject({
      outcome: 'unknown',
      retryable: false,
      message: expect.stringContaining(message),
    });
  });

  test('refused, or sent to a wrong address, was not made', async () => {
    provider.say(refusal('Ana Souza não pode'), gone);
    expect(await newGateway().create(chargeRequest())).toEqual({
      ok: false,
      reason: 'refused',
      detail: '[…] não pode',
    });
    await expect(newGateway().create(chargeRequest())).rejects.toMatchObject({
      outcome: 'not_applied',
      retryable: false,
    });
  });

  test.each([
    gone,
    refusal('Transaction not found'),
    refusal('NOT_FOUND'),
    refusal('Cobrança não encontrada', 422),
    refusal('nao foi encontrado'),
  ])('that v2 does not know is asked about at v1: %j', async (answer) => {
    provider.say(answer, data({ status: 'PAID', expiresAt: row.expiresAt }));
    expect(await newGateway().find(KNOWN)).toEqual({ ok: true, charge: told('paid', null) });
    expect(provider.asked()).toEqual([CHECK, OLD_CHECK]);
  });

  test.each([
    [refusal('Sem acesso'), 'check: refused (Sem acesso)', false],
    [data({}), 'check: ', true],
    [{ status: 500, body: {} }, 'answered 500', true],
  ])('asked about and answered %j is open', async (answer, message, retryable) => {
    provider.say(answer);
    await expect(newGateway().find(KNOWN)).rejects.toMatchObject({
      outcome: 'unknown',
      retryable,
      message: expect.stringContaining(message),
    });
    expect(provider.asked()).toEqual([CHECK]);
  });
});

describe('a charge without its id there', () => {
  test.each([
    ['in the metadata', row],
    ['beside it', { ...row, metadata: null, externalId: CHARGE_ID }],
  ])('is the row with our id %s', async (_, mine) => {
    provider.say(data([{ boleto: 1 }, other, mine]));
    expect(await newGateway().find(UNKNOWN)).toEqual({
      ok: true,
      charge: { ...told('pending', '000201'), askedCents: 1500 },
    });
    expect(provider.requests).toMatchObject([{ path: '/v2/transparents/list' }]);
    expect(provider.requests[0]?.query).toEqual({ limit: '100' });
  });

  test('is looked for on three pages and no more', async () => {
    provider.say(data([other], next('a')), data([other], next('b')), data([other], next('c')));
    expect(await newGateway().find(UNKNOWN)).toEqual(notFound);
    expect(provider.requests.map(({ query }) => query)).toEqual([
      { limit: '100' },
      { limit: '100', after: 'a' },
      { limit: '100', after: 'b' },
    ]);
  });

  test.each([
    ['says so', next('a', false)],
    ['names no next one', next(null)],
    ['says nothing of pages', {}],
  ])('ends with the page that %s', async (_, more) => {
    provider.say(data([other], more));
    expect(await newGateway().find(UNKNOWN)).toEqual(notFound);
    expect(provider.asked()).toEqual([LIST]);
  });

  test.each([gone, refusal('Not found'), data([])])('answered %j is not found', async (answer) => {
    provider.say(answer);
    expect(await newGateway().find(UNKNOWN)).toEqual(notFound);
    expect(provider.asked()).toEqual([LIST]);
  });

  test.each([
    [refusal('Sem acesso'), 'list: refused (Sem acesso)', false],
    [data({}), 'list: answered without a list', true],
    [{ status: 500, body: {} }, 'answered 500', true],
  ])('answered %j is open', async (answer, message, retryable) => {
    provider.say(answer);
    await expect(newGateway().find(UNKNOWN)).rejects.toMatchObject({
      outcome: 'unknown',
      retryable,
      message: expect.stringContaining(message),
    });
  });
});

describe('a refund at v2', () => {
  test.each([
    [{ refundPublicId: 'ref_1' }, { ok: true, status: 'processing', gatewayRefundId: 'ref_1' }],
    [
      { id: 'ref_2', status: 'PENDING' },
      { ok: true, status: 'processing', gatewayRefundId: 'ref_2' },
    ],
    [
      { id: 'ref_3', status: 'COMPLETE' },
      { ok: true, status: 'refunded', gatewayRefundId: 'ref_3' },
    ],
  ])('answered %j', async (answer, expected) => {
    provider.say(data([other, row], next('a')), data(answer));
    expect(await refund()).toEqual(expected);
    expect(provider.asked()).toEqual([LIST, REFUND]);
    expect(provider.requests[0]?.query).toEqual({ limit: '100', id: 'pix_char_1' });
    expect(provider.requests[1]?.body).toEqual({ id: 'pix_char_1' });
  });

  test('takes its reason along, and the charge that our own id found', async () => {
    provider.say(data([row]), data({ refundPublicId: 'ref_1' }));
    await refund(1500, 'x'.repeat(501), UNKNOWN);
    expect(provider.requests[1]?.body).toEqual({ id: 'pix_char_1', reason: 'x'.repeat(500) });
  });

  test.each([1499, 1501])('of %i of 1500 centavos is not even asked for', async (amountCents) => {
    provider.say(data([row]));
    expect(await refund(amountCents)).toEqual({
      ok: false,
      reason: 'not_refundable',
      detail: `A AbacatePay só devolve a cobrança inteira (1500 centavos), não ${amountCents}.`,
    });
    expect(provider.asked()).toEqual([LIST]);
  });

  test.each([
    ['before', [data([other], next('a'))], [LIST]],
    ['before, though another one bears our id', [data([{ ...row, id: 'pix_char_2' }])], [LIST]],
    ['meanwhile', [data([row]), gone], [LIST, REFUND]],
  ])('of a charge that is gone %s is not possible', async (_, answers, asked) => {
    provider.say(...answers);
    expect(await refund()).toEqual({ ok: false, reason: 'not_refundable', detail: 'TRANSACTION_NOT_FOUND' });
    expect(provider.asked()).toEqual(asked);
  });

  test.each([
    ['Esta cobrança JÁ FOI reembolsada', { ok: true, status: 'refunded', gatewayRefundId: 'pix_char_1' }],
    ['INSUFFICIENT_FUNDS', { ok: false, reason: 'insufficient_funds', detail: 'INSUFFICIENT_FUNDS' }],
    ['INSUFFICIENT', { ok: false, reason: 'not_refundable', detail: 'INSUFFICIENT' }],
    ['constructor', { ok: false, reason: 'not_refundable', detail: 'constructor' }],
    ['x'.repeat(301), { ok: false, reason: 'not_refundable', detail: 'x'.repeat(300) }],
  ])('refused with %s', async (error, expected) => {
    provider.say(data([row]), refusal(error));
    expect(await refund()).toEqual(expected);
  });

  test('answered in words nobody knows is open, and may be asked for again', async () => {
    for (const answer of [data({ id: '' }), data({ refundPublicId: '' }), { status: 500, body: {} }]) {
      provider.say(data([row]), answer);
      await expect(refund()).rejects.toMatchObject({ outcome: 'unknown', retryable: true });
    }
  });

  test.each([
    ['REFUNDED', 'ref_1', { ok: true, status: 'refunded', gatewayRefundId: 'ref_1' }],
    ['REFUNDED', null, { ok: true, status: 'refunded', gatewayRefundId: 'pix_char_1' }],
    ['PAID', 'ref_1', { ok: true, status: 'processing', gatewayRefundId: 'ref_1' }],
    ['PAID', null, notFound],
  ])('looked for on a charge that is %s, by the id %s', async (status, id, expected) => {
    provider.say(data({ status, expiresAt: null }));
    expect(await look(id)).toEqual(expected);
  });

  test('looked for on a charge that nobody knows is not found', async () => {
    provider.say(gone, gone);
    expect(await look('ref_1')).toEqual(notFound);
    expect(provider.asked()).toEqual([CHECK, OLD_CHECK]);
  });
});
