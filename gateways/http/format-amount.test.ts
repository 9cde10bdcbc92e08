import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, parseAmount } from './format-amount.ts';

// shows: threat 5
test('every amount of centavos survives the way there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      expect(formatAmount(cents)).toMatch(/^\d+\.\d{2}$/);
      expect(parseAmount(formatAmount(cents))).toBe(cents);
    }),
  );
});

test.each([
  [1, '0.01'],
  [10, '0.10'],
  [1500, '15.00'],
  [4035, '40.35'],
])('%i centavos are %s', (cents, text) => {
  expect(formatAmount(cents)).toBe(text);
});

test.each([
  ['15', 1500],
  [15, 1500],
  [40.35, 4035],
  ['15.5', 1550],
  ['15.500', 1550],
  ['15.005', null],
  ['-1.00', null],
  ['1e3', null],
  ['', null],
  ['15,00', null],
])('%s is read as %s centavos', (text, cents) => {
  expect(parseAmount(text)).toBe(cents);
});
