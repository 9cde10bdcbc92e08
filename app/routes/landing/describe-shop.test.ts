import { expect, test } from 'vitest';
import type { Trust } from '#shop/trust/trust.ts';
import { describeShop } from './describe-shop.ts';

const trust: Trust = {
  since: '2026-03-12T02:00:00.000Z',
  paid_orders: 30,
  on_time: 0.9,
  minutes_p50: 6.2,
  stars: { average: null, count: 0 },
  by_day: [],
  generated_at: '2026-11-25T05:00:00.000Z',
  signature: '',
};
const describe = (known: Trust) =>
  describeShop({
    now: () => new Date(),
    memory: { trust: { trust: Promise.resolve(known), until: Infinity } },
  } as never);

test('a figure that nobody knows yet is not told, as one of a new shop', async () => {
  expect(await describe(trust)).toBe(
    '90% de 30 pedidos pagos desde 11/03/2026 chegaram no prazo. Metade chega em até 7 min.',
  );
  for (const unknown of [{ on_time: null }, { minutes_p50: null }, { new_shop: true as const }])
    expect(await describe({ ...trust, ...unknown })).toMatch(/^Esta loja é nova/);
});
