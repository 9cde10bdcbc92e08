import { expect, test } from 'vitest';
import type { Trust } from '#shop/trust/trust.ts';
import { describeDay, describeNewShop, describeStars, describeTrust, lateOf } from './trust-words.ts';

const trust: Trust = {
  since: '2026-03-12T02:00:00.000Z',
  paid_orders: 1204,
  on_time: 0.9999,
  minutes_p50: 6.2,
  minutes_p95: 61,
  refunded: 0.0001,
  disputes_lost: 0,
  stars: { average: 4.86, count: 312 },
  by_day: [],
  generated_at: '2026-11-25T05:00:00.000Z',
  signature: '',
};

test('no figure is told better than it is', () => {
  expect(describeTrust(trust)?.map(({ value, note }) => `${value} ${note}`)).toEqual([
    '99,9% de 1.204 pedidos pagos desde 11/03/2026',
    '7 min e 95% em até 2 h',
    '0,1% tudo ou uma parte, por qualquer motivo',
    '0% o banco tomou o dinheiro de volta da loja',
  ]);
  expect(describeStars(trust)).toBe('4,9 de 5 em 312 avaliações');
});

test('a new shop says so, with what it has', () => {
  const shop: Trust = { ...trust, new_shop: true, paid_orders: 1, stars: { average: null, count: 0 } };
  expect([describeTrust(shop), describeStars(shop)]).toEqual([null, null]);
  expect(describeNewShop(shop)).toMatch(/^Esta loja é nova e tem 1 pedido pago\./);
  expect(describeNewShop({ ...shop, paid_orders: 0 })).toMatch(/ainda não tem pedidos pagos/);
});

test('a day is told with its rate once one of its orders was due', () => {
  const day = { day: '2026-11-03', orders: 0, decided: 0, on_time: null };
  expect(describeDay(day)).toBe('03/11: nenhum pedido');
  expect(describeDay({ ...day, orders: 1 })).toBe('03/11: 1 pedido');
  const most = { ...day, orders: 12, decided: 12, on_time: 0.917 };
  expect(describeDay(most)).toBe('03/11: 12 pedidos, 91,7% no prazo');
  const some = { ...day, orders: 10, decided: 2, on_time: 0.5 };
  expect(describeDay(some)).toBe('03/11: 10 pedidos, 2 já entregues ou atrasados: 50% no prazo');
  // Of ten orders, of which two were due, one is late.
  expect([lateOf(most), lateOf(some), lateOf(day)]).toEqual([expect.closeTo(1), 1, 0]);
});
