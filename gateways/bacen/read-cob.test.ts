import { expect, test } from 'vitest';
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

test.each([
  ['a value that is no sum', { valor: '15' }],
  ['no time', { horario: null }],
  ['an id that is none', { endToEndId: 'E?' }],
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
    sentBackCents: 100,
    chargedBackCents: 400,
  });
});

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
