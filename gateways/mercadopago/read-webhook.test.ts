import { expect, test } from 'vitest';
import { mercadoPagoBody, signMercadoPago, type SignOptions } from '#test/providers/mercadopago-webhook.ts';
import { readWebhook } from './read-webhook.ts';

const SECRET = 'webhook-secret-e7b1';
const ORDER = {
  id: 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3',
  external_reference: '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000',
};

function read(
  options: SignOptions & {
    urlId?: string | null;
    signedId?: string | null;
    body?: unknown;
    production?: boolean;
  } = {},
) {
  const { urlId = ORDER.id, signedId = urlId, body = mercadoPagoBody(ORDER), production = true } = options;
  const url = new URL('https://loja.test/webhooks/mercadopago?type=order');
  if (urlId !== null) url.searchParams.set('data.id', urlId);
  return readWebhook(
    { webhookSecret: SECRET, production },
    {
      url,
      headers: signMercadoPago(SECRET, signedId, options),
      rawBody: typeof body === 'string' ? body : JSON.stringify(body),
    },
  );
}

const notice = { gatewayChargeId: ORDER.id, chargeId: ORDER.external_reference, claimedAmountCents: null };

test.each<[string, Parameters<typeof read>[0]]>([
  ['as the SDKs sign it', {}],
  ['over the lower-case id, as the pages say', { lowerCase: true }],
  ['with a lower-case id in the URL', { urlId: ORDER.id.toLowerCase() }],
  [
    'with a lower-case id in the URL and an upper-case one signed',
    { urlId: ORDER.id.toLowerCase(), signedId: ORDER.id },
  ],
  ['with a time in seconds', { ts: '1742505638' }],
  ['without a request id', { requestId: null }],
  ['without an id in the URL', { urlId: null }],
])('a genuine notice is taken %s', (_, options) => {
  expect(read(options)).toMatchObject({ ok: true, notices: [notice] });
});

test('a redelivery is recognised, with the event id of the body and without one', () => {
  const nameless = read();
  expect(read({ ts: '1742505999' })).toEqual(nameless);
  const other = read({ body: mercadoPagoBody(ORDER, { action: 'order.refunded' }) });
  expect(other).not.toEqual(nameless);
  const named = read({ body: mercadoPagoBody(ORDER, { id: '987' }) });
  expect(named).toMatchObject({ notices: [{ eventId: '987' }] });
});

test('the body cannot move a signature to another order', () => {
  const body = mercadoPagoBody({ ...ORDER, id: 'ORD01AAAAAAAAAAAAAAAAAAAAAAAA' });
  expect(read({ body })).toMatchObject({ notices: [{ gatewayChargeId: ORDER.id, chargeId: null }] });
});

// shows: threat 18
test('a notice of the test environment is refused in production only', () => {
  const body = mercadoPagoBody(ORDER, { liveMode: false });
  expect(read({ body })).toEqual({ ok: false, reason: 'wrong_environment' });
  expect(read({ body, production: false })).toMatchObject({ ok: true });
});

test('a notice about a payment or a plan is authentic and names no charge', () => {
  expect(read({ urlId: '123456', body: { type: 'payment', data: { id: '123456' } } })).toEqual({
    ok: true,
    notices: [],
  });
});

test.each([
  ['topic_chargebacks_wh', 'chargeback:233000061680860001'],
  ['topic_claims_integration_wh', 'claim:233000061680860001'],
])('a notice of %s names a dispute, by the id that is signed', (type, gatewayDisputeId) => {
  // The number in the body is too long for one, and nobody signed it.
  const body = { type, id: '77', data: { id: 233000061680860000 } };
  const none = { gatewayChargeId: null, chargeId: null, claimedAmountCents: null };
  expect(read({ urlId: '233000061680860001', body })).toEqual({
    ok: true,
    notices: [{ eventId: '77', gatewayDisputeId, ...none }],
  });
  for (const urlId of [null, 'x', '1/../2']) expect(read({ urlId, body })).toEqual({ ok: true, notices: [] });
});

test('an id that only contains what orders begin with names no charge', () => {
  const body = mercadoPagoBody({ ...ORDER, id: 'PAYORD1' });
  expect(read({ urlId: 'PAYORD1', body })).toEqual({ ok: true, notices: [] });
});

test.each(['', '{', 'null', '[]', '"x"'])('authentic rubbish is malformed: %s', (body) => {
  expect(read({ body })).toEqual({ ok: false, reason: 'malformed' });
});

// shows: threat 63
test('two notices of one order without an id of their own are two events, and each of them once', () => {
  const eventOf = (data: object) => {
    const body = { ...mercadoPagoBody(ORDER), data: { ...ORDER, type: 'online', ...data } };
    const reading = read({ body });
    return reading.ok ? reading.notices[0]?.eventId : reading.reason;
  };
  const processed = { status: 'processed', status_detail: 'accredited' };
  const partly = { status: 'processed', status_detail: 'partially_refunded' };
  expect(eventOf(processed)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(eventOf(processed)).toBe(eventOf(processed));
  expect(new Set([processed, partly, { ...partly, refunds: [5] }, {}].map(eventOf)).size).toBe(4);
});

test.each(['x1742505638', '1742505638x', '174250563', '17425056380000', ''])(
  'a time that is none signs nothing: "%s"',
  (ts) => {
    expect(read({ ts })).toEqual({ ok: false, reason: 'unauthentic' });
  },
);

test('without an id in the URL the body names the order, and only there', () => {
  const numbered = read({ urlId: null, body: { ...mercadoPagoBody(ORDER), id: 987 } });
  expect(numbered).toEqual({ ok: true, notices: [{ ...notice, eventId: '987' }] });
  expect(read({ urlId: null, body: { data: {} } })).toEqual({ ok: true, notices: [] });
  expect(read({ urlId: null, body: {} })).toEqual({ ok: true, notices: [] });
});

test.each([-1, 1.5, 'a b', 'x'.repeat(129), ''])('%j is no id of an event: what it says names it', (id) => {
  expect(read({ body: { ...mercadoPagoBody(ORDER), id } })).toMatchObject({
    notices: [{ eventId: expect.stringMatching(/^sha256:/) }],
  });
});

test('a reference that is none of ours is dropped, in whatever case the order is named', () => {
  const about = (data: object) => read({ body: { ...mercadoPagoBody(ORDER), data } });
  expect(about({ ...ORDER, id: ORDER.id.toLowerCase() })).toMatchObject({ notices: [notice] });
  expect(about({ ...ORDER, external_reference: 'pedido 5' })).toMatchObject({
    notices: [{ chargeId: null }],
  });
  expect(about({ external_reference: ORDER.external_reference })).toMatchObject({
    notices: [{ chargeId: null }],
  });
});
