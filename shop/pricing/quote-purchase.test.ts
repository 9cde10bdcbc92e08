import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotePurchase } from './quote-purchase.ts';

test('items cost what they cost one by one, with nothing taken off', () => {
  const items = [
    { name: 'a', priceCents: 1500 },
    { name: 'b', priceCents: 2490 },
  ];
  expect(quotePurchase(items)).toEqual({ items, discountCents: 0, totalCents: 3990 });
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
