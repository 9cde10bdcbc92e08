import { expect, test } from 'vitest';
import { readWebhook } from './read-webhook.ts';

const SECRET = 'webhook-secret-e7b1';
const OWN_ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000';

function read(body: unknown, production = false) {
  return readWebhook(
    { webhookSecret: SECRET, production },
    {
      url: new URL(`https://loja.test/webhooks/abacatepay?webhookSecret=${SECRET}`),
      headers: {},
      rawBody: typeof body === 'string' ? body : JSON.stringify(body),
    },
  );
}

function noticeOf(body: unknown) {
  const reading = read(body);
  if (!reading.ok) throw new Error(`read as ${reading.reason}`);
  return reading.notices[0];
}

const paid = {
  id: 'log_12345abcdef',
  event: 'billing.paid',
  devMode: false,
  data: {
    payment: { amount: 1000, fee: 80, method: 'PIX' },
    pixQrCode: { id: 'pix_char_1', amount: 1500, kind: 'PIX', status: 'PAID' },
  },
};

test('the v1 body gives charge, event and the amount the payment claims', () => {
  expect(read(paid)).toEqual({
    ok: true,
    notices: [
      { eventId: 'log_12345abcdef', gatewayChargeId: 'pix_char_1', chargeId: null, claimedAmountCents: 1000 },
    ],
  });
});

test('without a payment the amount of the QR code is the claim', () => {
  const body = { ...paid, data: { pixQrCode: paid.data.pixQrCode } };
  expect(noticeOf(body)?.claimedAmountCents).toBe(1500);
});

test('the flat body of the newer page is read too', () => {
  const data = { id: 'pix_char_2', amount: 1500, status: 'PAID', metadata: { externalId: OWN_ID } };
  expect(noticeOf({ id: 'log_2', event: 'billing.paid', data })).toEqual({
    eventId: 'log_2',
    gatewayChargeId: 'pix_char_2',
    chargeId: OWN_ID,
    claimedAmountCents: 1500,
  });
});

test('an event about something other than a payment claims no amount', () => {
  const data = { id: 'pix_char_2', amount: 1500, status: 'REFUNDED' };
  expect(noticeOf({ id: 'log_3', event: 'billing.refunded', data })?.claimedAmountCents).toBeNull();
});

test('without an event id the same event has the same one, and another event another', () => {
  const { id: _, ...nameless } = paid;
  const first = noticeOf(nameless)?.eventId;
  expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(noticeOf(nameless)?.eventId).toBe(first);
  expect(noticeOf({ ...nameless, event: 'billing.refunded' })?.eventId).not.toBe(first);
  const other = { ...nameless, data: { pixQrCode: { ...paid.data.pixQrCode, id: 'pix_char_9' } } };
  expect(noticeOf(other)?.eventId).not.toBe(first);
});

// shows: threat 18
test('a test event is refused in production only', () => {
  const test = { ...paid, devMode: true };
  expect(read(test, true)).toEqual({ ok: false, reason: 'wrong_environment' });
  expect(read(test, false)).toMatchObject({ ok: true });
  expect(read(paid, true)).toMatchObject({ ok: true });
  expect(read(paid, false)).toMatchObject({ ok: true });
  const nested = {
    ...paid,
    devMode: undefined,
    data: { pixQrCode: { ...paid.data.pixQrCode, devMode: true } },
  };
  expect(read(nested, true)).toEqual({ ok: false, reason: 'wrong_environment' });
});

test('an authentic event about no charge has no notices', () => {
  expect(read({ id: 'log_4', event: 'withdraw.done', data: { transaction: { id: 'tran_1' } } })).toEqual({
    ok: true,
    notices: [],
  });
});

test('ids and amounts a database could choke on are dropped, not passed on', () => {
  const pixQrCode = {
    id: 'pix_char_1',
    amount: 1e300,
    status: 'PAID',
    metadata: { externalId: 'not-a-uuid' },
  };
  const notice = noticeOf({ ...paid, id: 'log\0', data: { payment: { amount: '1' }, pixQrCode } });
  expect(notice).toMatchObject({ gatewayChargeId: 'pix_char_1', chargeId: null, claimedAmountCents: null });
  expect(notice?.eventId).toMatch(/^sha256:/);
});

test.each(['', '{', 'null', '[]', '"x"', '{}', '{"event":"billing.paid"}', '{"event":1,"data":{}}'])(
  'authentic rubbish is malformed: %s',
  (body) => {
    expect(read(body)).toEqual({ ok: false, reason: 'malformed' });
  },
);

/** The provider's own examples: no event id, a short charge id, and a `devMode` inside that contradicts the one outside. */
const transparent = (event: string, changes: object = {}) => ({
  event,
  apiVersion: 2,
  devMode: false,
  data: {
    transparent: {
      id: 'char_xyz789',
      externalId: OWN_ID,
      amount: 5000,
      paidAmount: 4000,
      status: 'PAID',
      devMode: true,
      ...changes,
    },
    customer: { id: 'cust_def456', taxId: '12.***.***/0001-**' },
  },
});

test('the v2 body names our own id and what was paid', () => {
  expect(read(transparent('transparent.completed'), true)).toEqual({
    ok: true,
    notices: [
      {
        eventId: expect.stringMatching(/^sha256:/),
        gatewayChargeId: 'pix_char_xyz789',
        chargeId: OWN_ID,
        claimedAmountCents: 4000,
      },
    ],
  });
});

test.each(['transparent.refunded', 'transparent.disputed', 'transparent.lost'])(
  '%s is another event about the same charge, and claims no payment',
  (event) => {
    const notice = noticeOf(transparent(event));
    expect(notice).toMatchObject({ chargeId: OWN_ID, claimedAmountCents: null });
    expect(notice?.eventId).not.toBe(noticeOf(transparent('transparent.completed'))?.eventId);
  },
);

test("an id of ours that is none is dropped: the provider's names the charge", () => {
  expect(noticeOf(transparent('transparent.completed', { externalId: 'pedido-456' }))).toMatchObject({
    gatewayChargeId: 'pix_char_xyz789',
    chargeId: null,
  });
});

test.each([
  ['transparent.completed', 4000],
  ['billing.paid', 4000],
  ['transparent.completed.later', null],
  ['paid', null],
  ['billing.paid.later', null],
])('%s claims %s centavos', (event, claimed) => {
  expect(noticeOf(transparent(event))?.claimedAmountCents).toBe(claimed);
});

test.each([
  ['char_1', 'pix_char_1'],
  ['pix_char_1', 'pix_char_1'],
  ['x_char_1', 'x_char_1'],
])('the charge %s is %s', (id, gatewayChargeId) => {
  expect(noticeOf(transparent('transparent.completed', { id }))).toMatchObject({ gatewayChargeId });
});

test.each(['a b', '', 'x'.repeat(129), 'a/b', 5])('%j is no id of an event or of a charge', (id) => {
  const { data } = transparent('transparent.completed', { id });
  const notice = noticeOf({ id, event: 'transparent.completed', data });
  expect(notice).toMatchObject({
    eventId: expect.stringMatching(/^sha256:/),
    gatewayChargeId: null,
    chargeId: OWN_ID,
  });
});

test('a charge that only our id names has events of its own', () => {
  const eventOf = (changes: object) =>
    noticeOf(transparent('transparent.completed', { id: null, ...changes }))?.eventId;
  const other = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0001';
  expect(eventOf({})).toBe(eventOf({}));
  expect(new Set([eventOf({}), eventOf({ externalId: other }), eventOf({ status: 'REFUNDED' })]).size).toBe(
    3,
  );
  expect(eventOf({ externalId: null, metadata: { externalId: OWN_ID } })).toBe(eventOf({}));
});

test('without what was paid the charge itself is the claim, and a sum below zero is none', () => {
  const claimOf = (changes: object) =>
    noticeOf(transparent('transparent.completed', changes))?.claimedAmountCents;
  expect(claimOf({ paidAmount: null })).toBe(5000);
  expect(claimOf({ paidAmount: 0 })).toBe(0);
  expect(claimOf({ paidAmount: -1, amount: -1 })).toBeNull();
});

test('an event says which environment it is of wherever it stands', () => {
  const body = (outside: unknown, inside: unknown, flat: unknown) => ({
    event: 'billing.paid',
    devMode: outside,
    data: { devMode: flat, pixQrCode: { ...paid.data.pixQrCode, devMode: inside } },
  });
  const refused = { ok: false, reason: 'wrong_environment' };
  expect(read(body(undefined, undefined, true), true)).toEqual(refused);
  expect(read(body(undefined, true, false), true)).toEqual(refused);
  expect(read(body(true, false, false), true)).toEqual(refused);
  expect(read(body(false, true, true), true)).toMatchObject({ ok: true });
  expect(read(body(undefined, undefined, undefined), true)).toMatchObject({ ok: true });
});
