import { describe, expect, test } from 'vitest';
import { readCob, toCharge } from './read-cob.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const pix = (valor: string, changes: object = {}) => ({
  endToEndId: `E${'0'.repeat(30)}${valor.length}`,
  txid: '33beb661beda44a8928fef47dbeb2dc5',
  valor,
  horario: '2026-11-22T13:00:00.000Z',
  chave: KEY,
  ...changes,
});
const read = (changes: object) =>
  toCharge(
    readCob('GET', {
      txid: '33beb661beda44a8928fef47dbeb2dc5',
      status: 'CONCLUIDA',
      calendario: { criacao: '2026-11-22T12:00:00.000Z', expiracao: 3600 },
      valor: { original: '15.00' },
      chave: KEY,
      ...changes,
    }),
    { key: KEY, now: new Date('2026-11-22T13:30:00.000Z'), pixCode: 'x' },
  );

// shows: threat 63
test.each([
  ['a value that is no sum', { valor: '15' }],
  ['no time', { horario: null }],
  ['an id that is none', { endToEndId: 'E?' }],
  ['an id with something before it', { endToEndId: '../E1' }],
  ['an id that is too long', { endToEndId: 'E'.repeat(65) }],
])('a Pix with %s does not hide the one beside it', (_, broken) => {
  expect(read({ pix: [pix('10.00', broken), pix('5.00')] })).toMatchObject({
    status: 'paid',
    paidAmountCents: 500,
  });
  expect(() => read({ pix: [pix('10.00', broken)] })).toThrow(/lists no Pix/);
});

test('a return that cannot be read hides neither its Pix nor the return beside it', () => {
  const devolucoes = [
    { id: 'd1', valor: '1.00', status: 'DEVOLVIDO' },
    { id: 'd2', valor: '2.00', status: 'NOVO_ESTADO' },
    { id: 'd3', valor: '4.00', status: 'DEVOLVIDO', natureza: 'MED_FRAUDE' },
    { id: 'd4', valor: '8.00', status: 'EM_PROCESSAMENTO' },
  ];
  expect(read({ pix: [pix('15.00', { devolucoes })] })).toMatchObject({
    status: 'paid',
    paidAmountCents: 1500,
    refundedCents: 100,
    chargedBackCents: 400,
  });
});

// shows: threat 63
test.each([
  ['2026-11-22T10:00:00', '2026-11-22T13:00:00.000Z'],
  ['2026-11-22T10:00:00.250', '2026-11-22T13:00:00.250Z'],
  ['2026-11-22T10:00:00Z', '2026-11-22T10:00:00.000Z'],
  ['2026-11-22T10:00:00-04:00', '2026-11-22T14:00:00.000Z'],
])('%s is %s, in whatever zone the server stands', (horario, moment) => {
  expect(read({ pix: [pix('15.00', { horario })] }).paidAt?.toISOString()).toBe(moment);
});

test('a deadline counts from the time in São Paulo too', () => {
  const calendario = { criacao: '2026-11-22T10:00:00', expiracao: 3600 };
  const charge = read({ status: 'ATIVA', calendario });
  expect(charge).toMatchObject({ status: 'pending', expiresAt: new Date('2026-11-22T14:00:00.000Z') });
});

describe('state and sums of a charge', () => {
  const KEY = 'loja@chave.test';
  const START = '2026-11-21T10:00:00Z';
  const cob = {
    txid: 'a'.repeat(32),
    status: 'ATIVA',
    calendario: { criacao: START, expiracao: 3600 },
    valor: { original: '15.00' },
    chave: KEY,
  };
  const pix = { endToEndId: 'E1', txid: cob.txid, valor: '15.00', horario: '2026-11-21T10:05:00Z' };
  const back = (valor: string, status: string, natureza?: string) => ({ id: valor, valor, status, natureza });

  const seen = (changes: object, secondsAfterStart = 60) =>
    toCharge(readCob('test', { ...cob, ...changes }), {
      key: 'Loja@Chave.test',
      now: new Date(Date.parse(START) + secondsAfterStart * 1000),
      pixCode: 'code',
    });

  test('a charge waits until its last second and no longer', () => {
    expect(seen({}, 3599)).toMatchObject({ status: 'pending', paidAmountCents: 0, paidAt: null });
    expect(seen({}, 3600)).toMatchObject({ status: 'expired' });
    expect(seen({}).expiresAt).toEqual(new Date('2026-11-21T11:00:00Z'));
    expect(seen({ status: 'REMOVIDA_PELO_PSP' })).toMatchObject({ status: 'cancelled' });
    expect(seen({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })).toMatchObject({ status: 'cancelled' });
  });

  test('what came in is added up for our key alone; the last arrival is the moment', () => {
    const later = { ...pix, endToEndId: 'E2', valor: '0.01', horario: '2026-11-21T10:07:00', chave: KEY };
    const foreign = { ...pix, endToEndId: 'E3', valor: '99.00', chave: 'alheia@chave.test' };
    expect(seen({ status: 'CONCLUIDA', pix: [later, pix, foreign, { valor: '7.00' }] })).toMatchObject({
      status: 'paid',
      paidAmountCents: 1501,
      // Without an offset it is São Paulo's time.
      paidAt: new Date('2026-11-21T13:07:00Z'),
      refundedCents: 0,
      chargedBackCents: 0,
    });
  });

  test('only what has arrived went back; what the bank took by itself is counted apart', () => {
    const devolucoes = [
      back('1.00', 'DEVOLVIDO'),
      back('2.00', 'EM_PROCESSAMENTO'),
      back('4.00', 'NAO_REALIZADO'),
      back('8.00', 'DEVOLVIDO', 'MED_FRAUDE'),
      { id: 'unreadable' },
    ];
    const charge = (valor: string) => seen({ status: 'CONCLUIDA', pix: [{ ...pix, valor, devolucoes }] });
    expect(charge('9.01')).toMatchObject({ status: 'paid', refundedCents: 100, chargedBackCents: 800 });
    expect(charge('9.00')).toMatchObject({ status: 'refunded', paidAmountCents: 900 });
  });

  test.each(['15', '15.0', '15.000', '-15.00', 'x15.00', '15.00x', '15,00'])(
    '%s is no amount',
    (original) => {
      expect(() => seen({ valor: { original } })).toThrow('valor.original');
    },
  );

  test('a paid charge without its Pix and a status from later are no answer', () => {
    expect(() => seen({ status: 'CONCLUIDA' })).toThrow('CONCLUIDA');
    expect(() => seen({ status: 'NOVA' })).toThrow('does not know');
  });
});
