import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followPayment, screenOf, type PaymentNews, type PaymentView } from './payment-state.ts';

const EXPIRES = Date.parse('2026-03-01T15:42:00Z');
const BEFORE = EXPIRES - 1;
const AFTER = EXPIRES + 1;

const open: PaymentView = {
  id: 'p1',
  status: 'pending',
  amountCents: 1500,
  pixCode: '000201',
  expiresAt: new Date(EXPIRES).toISOString(),
  order: { id: 'o1', status: 'awaiting_payment' },
  isLate: false,
  dueAt: null,
  awaitsUpdate: false,
  releases: [],
  gift: null,
  isShared: false,
  readAt: new Date(BEFORE).toISOString(),
  olderIds: [],
};
const renewed: PaymentView = { ...open, id: 'p2', expiresAt: new Date(EXPIRES + 3_600_000).toISOString() };
const charge = (status: PaymentView['status'], now = BEFORE, id = 'p1'): PaymentNews => ({
  type: 'charge',
  id,
  status,
  now,
});
const after = (start: PaymentView, ...news: PaymentNews[]): PaymentView => {
  const end = news.reduce<PaymentView | null>(followPayment, start);
  if (!end) throw new Error('a payment does not disappear');
  return end;
};
const shown = (payment: PaymentView, now = BEFORE) => screenOf(payment, now);

describe('the screen', () => {
  it.each<[string, Partial<PaymentView>, number, string]>([
    ['an open code', {}, BEFORE, 'waiting'],
    ['a code past its time, whatever the server has noticed', {}, EXPIRES, 'expired'],
    ['a code the gateway ended', { status: 'expired' }, BEFORE, 'expired'],
    ['a charge without a code', { pixCode: null }, BEFORE, 'no_code'],
    ['a charge that came to nothing', { status: 'cancelled', pixCode: null }, BEFORE, 'no_code'],
    ['a code that another tab had replaced', { status: 'cancelled' }, BEFORE, 'replaced'],
    ['a cancelled order', { order: { id: 'o1', status: 'cancelled' } }, BEFORE, 'cancelled'],
    [
      'an order paid through another code',
      { status: 'expired', order: { id: 'o1', status: 'completed' } },
      AFTER,
      'paid',
    ],
    ['money of another amount', { status: 'held', order: { id: 'o1', status: 'cancelled' } }, AFTER, 'held'],
    ['money given back', { status: 'refunded' }, BEFORE, 'refunded'],
  ])('for %s', (_, change, now, screen) => expect(shown({ ...open, ...change }, now)).toBe(screen));
});

describe('a payment', () => {
  it('turns from waiting to paid', () => expect(shown(after(open, charge('paid')))).toBe('paid'));

  it('is late when the money comes after the code has expired', () => {
    expect(shown(after(open, charge('expired', AFTER), charge('paid', AFTER)), AFTER)).toBe('late');
  });

  it('is honoured, late, when the order was cancelled meanwhile', () => {
    const cancelled = after(open, { type: 'order', id: 'o1', status: 'cancelled', now: AFTER });
    expect(shown(cancelled, AFTER)).toBe('cancelled');
    expect(shown(after(cancelled, charge('paid', AFTER)), AFTER)).toBe('late');
  });

  it('is paid after all when staff accept another amount, and the order goes on', () => {
    const news: PaymentNews = { type: 'order', id: 'o1', status: 'pending', now: BEFORE };
    expect(shown(after(open, charge('held'), charge('paid'), news))).toBe('paid');
  });

  it('is held for another amount, and stays so', () => {
    expect(shown(after(open, charge('held'), charge('paid'), charge('expired')))).toBe('held');
  });

  it('ignores news of other payments and orders', () => {
    expect(
      after(open, charge('paid', BEFORE, 'other'), {
        type: 'order',
        id: 'o9',
        status: 'pending',
        now: BEFORE,
      }),
    ).toBe(open);
  });

  it('hears from its order that another device paid', () => {
    expect(shown(after(open, { type: 'order', id: 'o1', status: 'pending', now: BEFORE }))).toBe('paid');
  });

  it('is paid also through an older code, and not ended by it', () => {
    const second = after(open, charge('expired', AFTER), { type: 'opened', payment: renewed });
    expect(second.olderIds).toEqual(['p1']);
    expect(second.formerCents).toBeUndefined();
    expect(after({ ...open, isFree: true }, { type: 'opened', payment: renewed }).isFree).toBe(true);
    const dearer = after(open, { type: 'opened', payment: { ...renewed, amountCents: 2000 } });
    expect(dearer.formerCents).toBe(1500);
    expect(shown(after(second, charge('expired', AFTER, 'p1')), AFTER)).toBe('waiting');
    expect(shown(after(second, charge('paid', AFTER, 'p1')), AFTER)).toBe('late');
  });

  it('starts afresh with another order', () => {
    const other = { ...renewed, order: { id: 'o2', status: 'awaiting_payment' as const } };
    expect(after(open, { type: 'opened', payment: other })).toEqual(other);
  });

  // shows: threat 12
  it('once paid is never anything less, in whatever order the news arrive', () => {
    const news = fc.constantFrom<PaymentNews>(
      charge('pending'),
      charge('expired', AFTER),
      charge('cancelled', AFTER),
      charge('held', AFTER),
      { type: 'order', id: 'o1', status: 'pending', now: BEFORE },
      { type: 'order', id: 'o1', status: 'completed', now: BEFORE },
    );
    fc.assert(
      fc.property(fc.array(news, { maxLength: 8 }), (later) => {
        expect(['paid', 'late']).toContain(shown(after(open, charge('paid'), ...later), AFTER));
      }),
    );
  });
});
