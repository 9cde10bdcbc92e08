import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ok, startScriptedProvider, type ScriptedProvider } from '#test/providers/scripted-provider.ts';
import { chargeRequest } from '../contract-suite.ts';
import { createAbacatePay } from './create-abacate-pay.ts';

const API_KEY = 'abc_dev_key_93f2';
const reference = { chargeId: '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000', gatewayChargeId: 'pix_char_1' };
const charge = {
  id: 'pix_char_1',
  status: 'PENDING',
  amount: 1500,
  brCode: '000201',
  expiresAt: '2026-11-22T13:00:00Z',
};
const data = (value: unknown) => ok({ data: value, error: null });

let provider: ScriptedProvider;
beforeEach(async () => void (provider = await startScriptedProvider()));
afterEach(() => provider.close());

const newGateway = () =>
  createAbacatePay({
    baseUrl: provider.url,
    apiKey: API_KEY,
    webhookSecret: 's',
    apiVersion: 1,
    production: true,
  });

test('a charge made is told as it was answered, whether or not its amount is named', async () => {
  const { amount: _, ...withoutAmount } = charge;
  for (const answer of [charge, withoutAmount]) {
    provider.say(data(answer));
    expect(await newGateway().create(chargeRequest())).toEqual({
      ok: true,
      charge: {
        gatewayChargeId: 'pix_char_1',
        status: 'pending',
        pixCode: '000201',
        expiresAt: new Date('2026-11-22T13:00:00Z'),
        paidAmountCents: null,
        paidAt: null,
        chargedBackCents: 0,
      },
    });
  }
  expect(provider.requests[0]?.headers).toMatchObject({
    authorization: `Bearer ${API_KEY}`,
    accept: 'application/json',
    'content-type': 'application/json',
  });
});

test('a charge without text or a whole customer is asked for without them', async () => {
  provider.say(data(charge));
  const request = chargeRequest({ description: '' });
  await newGateway().create({ ...request, customer: { ...request.customer, email: '' } });
  expect(provider.requests[0]?.body).toEqual({
    amount: 1500,
    expiresIn: 3600,
    metadata: { externalId: request.chargeId },
  });
});

test.each([
  [1499, 'asked for 1500 centavos, got a charge of 1499'],
  [1501, 'asked for 1500 centavos, got a charge of 1501'],
])('a charge of %i centavos is not the one asked for', async (amount, message) => {
  provider.say(data({ ...charge, amount }));
  await expect(newGateway().create(chargeRequest())).rejects.toMatchObject({
    retryable: false,
    outcome: 'unknown',
    message: expect.stringContaining(message),
  });
});

test.each([{ id: '' }, { brCode: '' }, { status: null }, { status: 'constructor' }])(
  'a charge made with %j is open, and not to be made again',
  async (changes) => {
    provider.say(data({ ...charge, ...changes }));
    await expect(newGateway().create(chargeRequest())).rejects.toMatchObject({
      retryable: false,
      outcome: 'unknown',
    });
  },
);

test.each([
  ['PENDING', 'pending'],
  ['PAID', 'paid'],
  ['EXPIRED', 'expired'],
  ['CANCELLED', 'cancelled'],
  ['REFUNDED', 'refunded'],
])('%s is %s', async (status, expected) => {
  provider.say(data({ status, expiresAt: '2026-11-22T13:00:00Z' }));
  expect(await newGateway().find(reference)).toEqual({
    ok: true,
    charge: {
      gatewayChargeId: 'pix_char_1',
      status: expected,
      pixCode: null,
      expiresAt: new Date('2026-11-22T13:00:00Z'),
      paidAmountCents: null,
      paidAt: null,
      chargedBackCents: 0,
    },
  });
  expect(provider.requests).toMatchObject([
    { method: 'GET', path: '/v1/pixQrCode/check', query: { id: 'pix_char_1' }, body: '' },
  ]);
  expect(provider.requests[0]?.headers).not.toHaveProperty('content-type');
});

test('what v1 cannot be asked, or does not know, is not found', async () => {
  expect(await newGateway().find({ ...reference, gatewayChargeId: null })).toEqual({
    ok: false,
    reason: 'not_found',
  });
  expect(provider.asked()).toEqual([]);
  const refusal = { data: null, error: 'Pix QRCode not found' };
  for (const answer of [{ status: 404, body: {} }, { status: 400, body: refusal }, ok(refusal)]) {
    provider.say(answer);
    expect(await newGateway().find(reference)).toEqual({ ok: false, reason: 'not_found' });
  }
  provider.say({ status: 400, body: { data: null, error: 'Sem acesso' } });
  await expect(newGateway().find(reference)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await newGateway().findRefund({ charge: reference, refundId: 'r', gatewayRefundId: null })).toEqual({
    ok: false,
    reason: 'not_supported',
  });
});

test('what v1 promises of itself', () => {
  expect(newGateway()).toMatchObject({
    name: 'abacatepay',
    traits: { idempotentCreate: false, namesPaidAmount: false, refunds: 'none', minimumTtlSeconds: 1 },
  });
});

describe('one call', () => {
  test.each([
    [401, 'not_applied', false, false],
    [403, 'not_applied', false, false],
    [429, 'not_applied', true, true],
    [500, 'unknown', false, true],
    [302, 'unknown', false, true],
  ])(
    'answered %i is %s; a create may be repeated: %s, a look-up: %s',
    async (status, outcome, create, look) => {
      const answer = { status, body: { data: charge, error: null } };
      provider.say(answer, answer);
      await expect(newGateway().create(chargeRequest())).rejects.toMatchObject({
        outcome,
        retryable: create,
      });
      await expect(newGateway().find(reference)).rejects.toMatchObject({ outcome, retryable: look });
    },
  );

  test.each([[], null, 'text', 5])('answered with %j, which is not its envelope, is open', async (body) => {
    provider.say(ok(body), ok(body));
    const error = { outcome: 'unknown', message: expect.stringContaining('with something other than') };
    await expect(newGateway().create(chargeRequest())).rejects.toMatchObject({ ...error, retryable: false });
    await expect(newGateway().find(reference)).rejects.toMatchObject({ ...error, retryable: true });
  });

  test('a page instead of JSON is open', async () => {
    provider.failNext('garbage');
    await expect(newGateway().find(reference)).rejects.toMatchObject({ outcome: 'unknown', retryable: true });
  });

  test('to an address without charges is wrongly set, and nothing was made', async () => {
    provider.say({ status: 404, body: {} });
    await expect(newGateway().create(chargeRequest())).rejects.toMatchObject({
      outcome: 'not_applied',
      retryable: false,
      message: expect.stringContaining('ABACATEPAY_URL'),
    });
  });

  test.each([
    [400, { error: 'Sem saldo' }, 'Sem saldo'],
    [422, { error: { code: 'x' } }, '{"code":"x"}'],
    [422, { error: '' }, 'HTTP 422'],
    [422, { data: {}, message: 'for people' }, 'HTTP 422'],
    [400, 'text', 'HTTP 400'],
    [200, { data: charge, error: 'no' }, 'no'],
    [200, { data: null, message: 'no' }, 'no'],
    [200, { data: charge, success: false }, 'success is false'],
    [400, { error: 'one\n\u0007two' }, 'one two'],
    [400, { error: 'x'.repeat(301) }, 'x'.repeat(300)],
  ])('answered %i %j is a refusal', async (status, body, detail) => {
    provider.say({ status, body }, { status, body });
    expect(await newGateway().create(chargeRequest())).toEqual({ ok: false, reason: 'refused', detail });
    await expect(newGateway().find(reference)).rejects.toMatchObject({
      outcome: 'unknown',
      retryable: false,
      message: expect.stringContaining(`check: refused (${detail})`),
    });
  });

  test('an error left empty and a message beside the data refuse nothing', async () => {
    for (const more of [{ error: '' }, { message: 'ok' }, { success: true }]) {
      provider.say(ok({ data: charge, ...more }));
      expect(await newGateway().create(chargeRequest())).toMatchObject({ ok: true });
    }
  });

  test('a refusal is told without the key and the customer, in any of their spellings', async () => {
    const customer = { name: 'Ana', email: 'a@b.test', cellphone: '11987654321', taxId: '52998224725' };
    const error = `Ana a@b.test 11987654321 (11) 98765-4321 52998224725 529.982.247-25 ${API_KEY} x`;
    provider.say({ status: 400, body: { error } });
    expect(await newGateway().create(chargeRequest({ customer }))).toMatchObject({
      detail: '[…] […] […] […] […] […] […] x',
    });
    provider.say({ status: 400, body: { error: 'Ana x' } });
    expect(
      await newGateway().create(chargeRequest({ customer: { ...customer, cellphone: '' } })),
    ).toMatchObject({
      detail: '[…] x',
    });
  });

  test('a look-up that cannot be read may be asked again', async () => {
    provider.say(data({ expiresAt: null }));
    await expect(newGateway().find(reference)).rejects.toMatchObject({ outcome: 'unknown', retryable: true });
    provider.say(data({ status: `PAGO${'!'.repeat(400)}` }));
    await expect(newGateway().find(reference)).rejects.toMatchObject({
      outcome: 'unknown',
      retryable: false,
    });
  });
});

test.each([
  'api.test',
  'ftp://api.test',
  'xhttps://api.test',
  'https://user@api.test',
  'https://:hunter2@api.test',
  'https://api.test/?x=1',
])('the address %s could never work', (baseUrl) => {
  const options = { apiKey: 'k', webhookSecret: 's', apiVersion: 1, production: true } as const;
  expect(() => createAbacatePay({ ...options, baseUrl })).toThrow('ABACATEPAY_URL');
});

test.each(['', 'a b', ' a', 'a\n', 'é'])('the key "%s" could never work', (apiKey) => {
  const options = {
    baseUrl: 'https://api.test',
    webhookSecret: 's',
    apiVersion: 1,
    production: true,
  } as const;
  expect(() => createAbacatePay({ ...options, apiKey })).toThrow('ABACATEPAY_API_KEY');
});

test('only a version at the end of the address is left away', async () => {
  const options = { apiKey: 'k', webhookSecret: 's', apiVersion: 1, production: true } as const;
  await createAbacatePay({ ...options, baseUrl: `${provider.url}/v1x/v2/` })
    .find(reference)
    .catch(() => null);
  expect(provider.asked()).toEqual(['GET /v1x/v1/pixQrCode/check']);
});
