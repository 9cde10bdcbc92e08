import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWebhook } from './read-webhook.ts';

const settings = { token: 'seg/redo+5f=1&c9a', key: 'Loja@Chave.test' };
const E2E = `E${'1'.repeat(31)}`;
const CHARGE_ID = '0190aaaa-bbbb-4ccc-8ddd-eeeeffff0000';
const pix = {
  endToEndId: E2E,
  txid: CHARGE_ID.replaceAll('-', ''),
  valor: '15.00',
  horario: '2026-11-21T10:00:00Z',
};

function deliver(body: unknown, end = `?token=${encodeURIComponent(settings.token)}&ignorar=/pix`) {
  const rawBody = typeof body === 'string' ? body : JSON.stringify(body);
  return readWebhook(settings, {
    url: new URL(`https://loja.test/webhooks/bacen${end}`),
    headers: {},
    rawBody,
  });
}

function noticesOf(body: unknown) {
  const reading = deliver(body);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.notices;
}

test('the token is taken from the query or the path, wherever the bank puts its "/pix"', () => {
  const token = encodeURIComponent(settings.token);
  for (const end of [
    `?token=${token}`,
    `?token=${token}/pix`,
    `?token=${token}&ignorar=`,
    `?token=${token}&ignorar=/pix`,
    `/pix?token=${token}`,
    `/pix?token=${token}&ignorar=`,
    `/${token}`,
    `/${token}/pix`,
  ]) {
    expect(deliver({ pix: [pix] }, end)).toMatchObject({ ok: true, notices: [{ eventId: E2E }] });
  }
});

test('a token with more behind it than the bank appends is none', () => {
  const token = encodeURIComponent(settings.token);
  for (const end of [`/${token}/pix/x`, `/${token}/x`, `/x/${token}`, `?token=${token}/pix/x`])
    expect(deliver({ pix: [pix] }, end)).toEqual({ ok: false, reason: 'unauthentic' });
});

test('of a Pix only its ids are believed', () => {
  expect(noticesOf({ pix: [pix] })).toEqual([
    { eventId: E2E, gatewayChargeId: pix.txid, chargeId: CHARGE_ID, claimedAmountCents: null },
  ]);
});

test('a batch gives one notice each; what is unreadable, for another key or of another system does not spoil the rest', () => {
  const other = { ...pix, endToEndId: `E${'2'.repeat(31)}` };
  const batch = [
    null,
    { ...pix, endToEndId: 'não é id' },
    { ...pix, chave: 'loja@chave.test' },
    { ...pix, endToEndId: `E${'3'.repeat(31)}`, chave: 'alheia@chave.test' },
    { endToEndId: E2E, valor: '1.00' },
    { ...pix, endToEndId: `E${'4'.repeat(31)}`, txid: 'outroSistema123' },
    other,
  ];
  expect(noticesOf({ pix: batch }).map(({ eventId }) => eventId)).toEqual([E2E, other.endToEndId]);
});

test('the end of a refund is another event than the payment, and the same one when it comes twice', () => {
  const refunded = { ...pix, devolucoes: [{ id: 'd1', status: 'DEVOLVIDO', valor: '15.00' }] };
  const [paid] = noticesOf({ pix: [pix] });
  const [first, second] = [noticesOf({ pix: [refunded] })[0], noticesOf({ pix: [refunded] })[0]];
  expect(first?.eventId).not.toBe(paid?.eventId);
  expect(second).toEqual(first);
});

test("a bank's trial call is well received and tells nothing", () => {
  for (const body of ['', '  ', {}, { evento: 'teste_webhook' }, { pix: [] }]) {
    expect(deliver(body)).toEqual({ ok: true, notices: [] });
  }
});

test('rubbish from who knows the token is malformed', () => {
  for (const body of ['{', 'null', '[]', '"pix"', { pix: 'x' }, { pix: null }, { pix: {} }]) {
    expect(deliver(body)).toEqual({ ok: false, reason: 'malformed' });
  }
});

test('no address or body makes it throw, and none without the token gets in', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), fc.json(), (path, query, rawBody) => {
      const url = new URL(`https://loja.test/webhooks/bacen${path}?${query}`);
      expect(readWebhook(settings, { url, headers: {}, rawBody })).toEqual({
        ok: false,
        reason: 'unauthentic',
      });
    }),
  );
});

test('two refunds of one Pix are the same event in whatever order the bank lists them', () => {
  const [one, other] = [
    { id: 'd1', status: 'DEVOLVIDO' },
    { id: 'd2', status: 'NAO_REALIZADO' },
  ];
  const eventOf = (devolucoes: object[]) => noticesOf({ pix: [{ ...pix, devolucoes }] })[0]?.eventId;
  expect(eventOf([one!, other!])).toBe(eventOf([other!, one!]));
  expect(eventOf([one!])).not.toBe(eventOf([one!, other!]));
  expect(eventOf([one!])).not.toBe(eventOf([{ ...one, status: 'EM_PROCESSAMENTO' }]));
});

test.each([
  ['E'.repeat(65), pix.txid],
  ['', pix.txid],
  ['E-1', pix.txid],
  [E2E, 't'.repeat(35)],
  [E2E, ''],
  [E2E, 't/1'],
])('"%s" with the txid "%s" is no Pix', (endToEndId, txid) => {
  expect(noticesOf({ pix: [{ ...pix, endToEndId, txid }] })).toEqual([]);
});

test('a Pix with a key of nobody, or with refunds of nobody, is ours', () => {
  for (const changes of [{ chave: null }, { devolucoes: null }, { devolucoes: [] }])
    expect(noticesOf({ pix: [{ ...pix, ...changes }] })).toMatchObject([{ eventId: E2E }]);
  expect(noticesOf({ pix: [{ ...pix, endToEndId: 'e'.repeat(64) }] })).toHaveLength(1);
  for (const one of [
    { id: 'd'.repeat(65), status: 'x' },
    { id: 'd', status: 'x'.repeat(65) },
  ])
    expect(noticesOf({ pix: [{ ...pix, devolucoes: [one] }] })).toEqual([]);
});

test('the event of a refund is named after its Pix', () => {
  const [notice] = noticesOf({ pix: [{ ...pix, devolucoes: [{ id: 'd1', status: 'DEVOLVIDO' }] }] });
  expect(notice?.eventId).toMatch(new RegExp(`^${E2E}:[0-9a-f]{32}$`));
});
