import { expect, test } from 'vitest';
import { readOrder, toCharge } from './read-order.ts';

const CHARGE_ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const order = {
  id: 'ORD1',
  external_reference: CHARGE_ID,
  status: 'action_required',
  total_amount: '15.00',
  transactions: {
    payments: [{ id: 'PAY1', amount: '15.00', payment_method: { qr_code: 'code' } }],
  },
};
const seen = (changes: object) => toCharge(readOrder('find', { ...order, ...changes }, CHARGE_ID));

test.each([
  ['created', 'pending'],
  ['action_required', 'pending'],
  ['processing', 'pending'],
  ['canceled', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['failed', 'cancelled'],
  ['expired', 'expired'],
])('%s is %s, and nothing of it is paid', (status, expected) => {
  expect(seen({ status, total_paid_amount: '15.00' })).toMatchObject({
    gatewayChargeId: 'ORD1',
    status: expected,
    paidAmountCents: 0,
    refundedCents: 0,
    chargedBackCents: 0,
  });
});

test('what was paid is the order’s own sum, and what the bank took back for good is said', () => {
  const paid = { status: 'processed', status_detail: 'accredited', total_paid_amount: '14.99' };
  expect(seen(paid)).toMatchObject({ status: 'paid', paidAmountCents: 1499, chargedBackCents: 0 });
  expect(seen({ ...paid, status_detail: 'refunded' })).toMatchObject({ status: 'refunded' });
  expect(seen({ ...paid, status: 'refunded' })).toMatchObject({ status: 'refunded', paidAmountCents: 1499 });
  expect(seen({ ...paid, status_detail: 'settled' })).toMatchObject({ chargedBackCents: 0 });
  const dispute = { ...paid, status: 'charged_back' };
  expect(seen({ ...dispute, status_detail: 'in_process' })).toMatchObject({
    status: 'paid',
    chargedBackCents: 0,
  });
  expect(seen({ ...dispute, status_detail: 'settled' })).toMatchObject({
    status: 'paid',
    chargedBackCents: 1499,
  });
});

test('without a sum of its own the order has what its payments have', () => {
  const payment = { ...order.transactions.payments[0], date_of_expiration: '2026-11-21T11:00:00Z' };
  const payments = [
    { ...payment, paid_amount: '7.00' },
    { ...payment, paid_amount: '8.01' },
  ];
  expect(seen({ status: 'processed', transactions: { payments } })).toMatchObject({
    paidAmountCents: 1501,
    pixCode: 'code',
    expiresAt: new Date('2026-11-21T11:00:00Z'),
  });
});

test.each([
  ['PIXE00360305202607260140c5589350187', 'E00360305202607260140c5589350187'],
  ['E00360305202607260140c5589350187', 'E00360305202607260140c5589350187'],
  ['PIX', undefined],
  ['E00360305202607260140c55', undefined],
  [5, undefined],
  [null, undefined],
])('of the text %j for its Pix the id is %s, and the code stays', (e2e_id, endToEndId) => {
  const payments = [{ id: 'PAY1', payment_method: { qr_code: 'code', e2e_id } }];
  const charge = seen({ status: 'processed', transactions: { payments } });
  expect(charge).toMatchObject({ status: 'paid', pixCode: 'code' });
  expect(charge.endToEndId).toBe(endToEndId);
});

test('of several Pix the first that has an id is named, and of a payment that failed none', () => {
  const payments = [undefined, `E${'1'.repeat(31)}`, `E${'2'.repeat(31)}`].map((e2e_id) => ({
    id: 'PAY1',
    payment_method: { e2e_id },
  }));
  const charge = seen({ status: 'processed', transactions: { payments } });
  expect(charge.endToEndId).toBe(`E${'1'.repeat(31)}`);
  expect(seen({ status: 'failed', transactions: { payments } })).not.toHaveProperty('endToEndId');
});

test('only refunds that have arrived count as sent back', () => {
  const refunds = [
    { id: 'R1', amount: '1.00', status: 'processed' },
    { id: 'R2', amount: '2.00', status: 'refunded' },
    { id: 'R3', amount: '4.00', status: 'approved' },
    { id: 'R4', amount: '8.00', status: 'processing' },
    { id: 'R5', amount: null, status: 'processed' },
  ];
  const transactions = { ...order.transactions, refunds };
  expect(seen({ status: 'processed', total_paid_amount: '15.00', transactions })).toMatchObject({
    status: 'paid',
    refundedCents: 700,
  });
  const lost = { status: 'charged_back', status_detail: 'settled', transactions };
  expect(seen({ ...lost, total_paid_amount: '15.00' })).toMatchObject({
    refundedCents: 700,
    chargedBackCents: 800,
  });
  expect(seen({ ...lost, total_paid_amount: '6.00' })).toMatchObject({ chargedBackCents: 0 });
});

test('an order of another charge, in other money, of an unknown state or without a payment is no answer', () => {
  expect(() => seen({ external_reference: 'another' })).toThrow('another charge');
  expect(() => seen({ currency: 'USD' })).toThrow('USD');
  expect(seen({ currency: 'BRL' })).toMatchObject({ status: 'pending' });
  for (const status of ['new', 'constructor']) expect(() => seen({ status })).toThrow('unknown status');
  expect(() => seen({ transactions: { payments: [] } })).toThrow('find');
});
