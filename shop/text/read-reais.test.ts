import { expect, test } from 'vitest';
import { readReais } from './read-reais.ts';

test.each([
  ['15', 1500],
  ['15,5', 1550],
  [' R$ 15,00 ', 1500],
  ['15.00', 1500],
  ['1.500,00', 150_000],
  ['1.500', 150_000],
  ['0,01', 1],
  ['19,99', 1999],
])('%s is %i centavos', (text, cents) => {
  expect(readReais(text)).toBe(cents);
});

test.each(['', '-1', '1,234', '15,00,00', 'dez', '1e3', 'NaN', '12345678', '1.50.00'])(
  '"%s" is no amount',
  (text) => {
    expect(readReais(text)).toBeNull();
  },
);
