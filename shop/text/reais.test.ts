import { expect, test } from 'vitest';
import { toCents, toReais } from './reais.ts';

// shows: threat 5
test('reais become centavos without losing or inventing one', () => {
  for (let cents = -100; cents <= 10_000; cents++) expect(toCents(toReais(cents))).toBe(cents);
  expect(toCents(100_000)).toBe(10_000_000);
  expect(toCents(3 * 15.1)).toBe(4530);
});

test.each([0.001, 15.005, 1 / 3, Number.NaN, Infinity, 1e21])('%d is no amount', (reais) => {
  expect(Number.isSafeInteger(toCents(reais))).toBe(false);
});
