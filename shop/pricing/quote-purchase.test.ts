import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MIN_TOTAL_CENTS, quotePurchase, type Discount } from './quote-purchase.ts';

// shows: spec 3.2, spec 9.1
test('items cost what they cost one by one, with nothing taken off', () => {
  const items = [
    { name: 'a', priceCents: 1500 },
    { name: 'b', priceCents: 2490 },
  ];
  expect(quotePurchase(items)).toEqual({
    items: items.map((item) => ({ ...item, discountCents: 0 })),
    discountCents: 0,
    totalCents: 3990,
  });
  expect(quotePurchase([])).toEqual({ items: [], discountCents: 0, totalCents: 0 });
});

test('a total is the same in whatever order items lie in a cart, and each item counts', () => {
  const item = fc.record({ priceCents: fc.integer({ min: 1, max: 1_000_000 }) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 100 }), item, (items, another) => {
      const { totalCents } = quotePurchase(items);
      expect(quotePurchase(items.toReversed()).totalCents).toBe(totalCents);
      expect(quotePurchase([...items, another]).totalCents).toBe(totalCents + another.priceCents);
    }),
  );
});

const percentOff = (percent: number, championId: string | null = null): Discount => ({
  percent,
  amountCents: null,
  championId,
});
const sumOff = (amountCents: number, championId: string | null = null): Discount => ({
  percent: null,
  amountCents,
  championId,
});
const of = (championId: string, priceCents: number) => ({ championId, priceCents });

test.each([
  ['a share of all', percentOff(10), [1500, 1500, 1500], 450, [150, 150, 150]],
  ['rounded once, for all together', percentOff(33), [1501, 1501], 991, [496, 495]],
  ['a sum', sumOff(1000), [1500, 500], 1000, [750, 250]],
  ['never below one real', percentOff(100), [1500, 1500], 2900, [1450, 1450]],
  ['a sum larger than all', sumOff(99_900), [1500], 1400, [1400]],
])('%s', (_name, discount, prices, discountCents, shares) => {
  const items = prices.map((priceCents) => of('Aurea', priceCents));
  const quote = quotePurchase(items, discount);
  expect(quote.discountCents).toBe(discountCents);
  expect(quote.items.map((item) => item.discountCents)).toEqual(shares);
});

test("a champion's code lowers the skins of that champion and no other", () => {
  const items = [of('Aurea', 1500), of('Brasa', 1500), of('Aurea', 2490)];
  const free = quotePurchase(items, percentOff(100, 'Aurea'));
  expect(free.items.map((item) => item.discountCents)).toEqual([1500, 0, 2490]);
  expect(free.totalCents).toBe(1500);
  expect(quotePurchase(items, sumOff(5000, 'Brasa')).discountCents).toBe(1500);
  expect(quotePurchase(items, percentOff(50, 'Ninguem')).discountCents).toBe(0);
});

test('discounts add up to the centavo over any cart and code, and never below one real', () => {
  const champion = fc.constantFrom('Aurea', 'Brasa', 'Cinza');
  const item = fc.record({ championId: champion, priceCents: fc.integer({ min: 1, max: 100_000 }) });
  const whom = fc.option(champion, { nil: null });
  const discount = fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 100 }), whom).map(([percent, id]) => percentOff(percent, id)),
    fc.tuple(fc.integer({ min: 1, max: 500_000 }), whom).map(([cents, id]) => sumOff(cents, id)),
  );
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 100 }), discount, (items, code) => {
      const quote = quotePurchase(items, code);
      const prices = items.reduce((sum, { priceCents }) => sum + priceCents, 0);
      const shares = quote.items.reduce((sum, { discountCents }) => sum + discountCents, 0);
      expect(shares).toBe(quote.discountCents);
      expect(quote.totalCents + quote.discountCents).toBe(prices);
      expect(quote.totalCents).toBeGreaterThanOrEqual(Math.min(MIN_TOTAL_CENTS, prices));
      for (const { priceCents, discountCents, championId } of quote.items) {
        expect(discountCents).toBeGreaterThanOrEqual(0);
        expect(discountCents).toBeLessThanOrEqual(priceCents);
        if (code.championId !== null && championId !== code.championId) expect(discountCents).toBe(0);
      }
    }),
  );
});
