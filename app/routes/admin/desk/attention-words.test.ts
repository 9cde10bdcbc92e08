import { expect, test } from 'vitest';
import type { AttentionEntry } from '#shop/attention/list-attention.ts';
import { attentionWords } from './attention-words.ts';

const entry: Extract<AttentionEntry, { wish: null; dispute: null; refundId: null }> = {
  kind: 'amount_mismatch',
  orderId: '5b6b0c0e-0000-4000-8000-000000000001',
  chargeId: '5b6b0c0e-0000-4000-8000-000000000002',
  refundId: null,
  amountCents: 1400,
  since: new Date('2026-11-22T12:00:00.000Z'),
  orderStatus: 'pending',
  customerName: 'Bruna Teste',
  askedCents: 1500,
  receivedCents: 1400,
  reason: null,
  failure: null,
  canSend: false,
  gateway: 'bacen',
  canClose: true,
  canDeliver: true,
  isDoubted: true,
  isCouponOver: false,
  dispute: null,
  wish: null,
  keys: [],
};

test('a dispute is told with its deadline, or with the advice to answer today', () => {
  const dispute = { id: '1', answerBy: new Date('2026-12-02T17:05:00.000Z'), reason: 'fraude' };
  const words = attentionWords({ ...entry, kind: 'dispute', amountCents: 1500, dispute });
  expect(words.todo).toMatch(/^Responda até 02\/12\/2026 14:05\./);
  expect(words.happened).toMatch(/15,00 está sendo contestado \(fraude\)/);
  expect(attentionWords({ ...entry, kind: 'dispute', dispute: { ...dispute, answerBy: null } }).todo).toMatch(
    /não informa um prazo: responda hoje/,
  );
});

test('of a dispute a clerk reads words, a code by the name of one, and no empty brackets', () => {
  const happened = (reason: string) =>
    attentionWords({ ...entry, kind: 'dispute', dispute: { id: '1', answerBy: null, reason } }).happened;
  expect(happened('')).toMatch(/está sendo contestado\. O dinheiro/);
  expect(happened('chargeback')).toMatch(/está sendo contestado\. O dinheiro/);
  expect(happened('general')).toContain('contestado (motivo geral).');
  expect(happened('PDD9939')).toContain('contestado (código PDD9939 do provedor).');
  expect(happened('in_mediation')).toContain('contestado (código in_mediation do provedor).');
  expect(happened('Compra não reconhecida')).toContain('contestado (Compra não reconhecida).');
});

test('a notice of another amount is told with both sums, before and after the delivery', () => {
  const before = attentionWords(entry);
  expect(before.title).toBe('Aviso com outro valor');
  expect(before.happened).toMatch(/15,00 já estava confirmado .* com R\$\s14,00\. A entrega está parada/);
  const after = attentionWords({ ...entry, kind: 'amount_doubt', amountCents: 1300 });
  expect(after.title).toBe('Aviso com outro valor');
  expect(after.happened).toMatch(/15,00 já estava .* com R\$\s13,00\. A loja passou a contar R\$\s14,00\./);
  expect(after.todo).toContain('marque como resolvido');
});

test('a payment that was never confirmed is told as too little, or another sum', () => {
  expect(attentionWords({ ...entry, isDoubted: false }).title).toBe('Pago a menos');
  expect(attentionWords({ ...entry, isDoubted: false, dispute: null, receivedCents: 1900 }).title).toBe(
    'Valor diferente',
  );
  expect(attentionWords({ ...entry, canDeliver: false }).title).toBe('Pago de novo, com outro valor');
});

test('a payment in full whose coupon may not be used once more is told as such', () => {
  const words = attentionWords({
    ...entry,
    orderStatus: 'cancelled',
    isDoubted: false,
    isCouponOver: true,
    askedCents: 1350,
    receivedCents: 1350,
  });
  expect(words.title).toBe('Cupom já usado');
  expect(words.happened).toMatch(/13,50 com o desconto chegaram depois.*retido/);
});

test('what was paid outside of the shop goes back without a provider', () => {
  const due = { kind: 'refund_due', refundId: '1', reason: 'cancelled' } as const;
  expect(attentionWords({ ...entry, ...due }).todo).toContain('painel do provedor');
  expect(attentionWords({ ...entry, ...due, gateway: 'manual' }).todo).toBe(
    'Este pedido foi pago fora da loja: devolva por onde foi pago e marque aqui como devolvido.',
  );
});

test('a withdrawal says what the buyer wrote, or that they wrote nothing', () => {
  const words = (wish: string | null) => attentionWords({ ...entry, kind: 'withdrawal', wish }).happened;
  expect(words('Comprei a errada.')).toContain('“Comprei a errada.”');
  expect(words(null)).toContain('Não disse por quê.');
});
