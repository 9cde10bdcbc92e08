import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCents } from './split-cents.ts';

test.each([
  [3000, [1500, 1500], [1500, 1500]],
  [1400, [1500, 1500], [700, 700]],
  [1401, [1500, 1500], [701, 700]],
  [100, [1500, 1500, 1500], [34, 33, 33]],
  [101, [1500, 1500, 1500], [34, 34, 33]],
  [1, [1500, 1500], [1, 0]],
  [0, [1500, 1500], [0, 0]],
  [1000, [1000, 2000, 500], [286, 571, 143]],
  [10, [0, 1], [0, 10]],
])('%i by %j is %j', (total, weights, shares) => {
  expect(splitCents(total, weights)).toEqual(shares);
});

// shows: purchase 16
test('shares add up to the sum, and none is a centavo or more away from its exact part', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 100 }),
      (total, weights) => {
        const shares = splitCents(total, weights);
        const whole = weights.reduce((sum, weight) => sum + weight, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        shares.forEach((share, n) => expect(Math.abs(share - (total * weights[n]!) / whole)).toBeLessThan(1));
      },
    ),
  );
});
