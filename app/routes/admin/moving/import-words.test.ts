import { expect, test } from 'vitest';
import { sayCounts } from './import-words.ts';

test('what a file would bring is listed, and nothing is said as nothing', () => {
  const none = { people: 0, orders: 0, owned: 0, coupons: 0, products: 0 };
  expect(sayCounts('trouxe', { ...none, orders: 1, people: 1204, coupons: 2 })).toBe(
    'Trouxe 1 pedido, 1.204 pessoas e 2 cupons.',
  );
  expect(sayCounts('traria', none)).toBe('Não traria nada.');
});
