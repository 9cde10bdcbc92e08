import { expect, test } from 'vitest';
import { HeldPlaces } from '#shop/limits/held-places.ts';
import type { ShopMemory } from '#shop/memory.ts';
import { takeStreamPlace } from './take-stream-place.ts';

const emptyShop = () => ({
  memory: { streamPlaces: { byUser: new HeldPlaces(), byAddress: new HeldPlaces() } } as ShopMemory,
});

test('one address holds fifty streams, whoever is signed in there, and a closed one frees its place', () => {
  const shop = emptyShop();
  const places = Array.from({ length: 50 }, (_, n) => takeStreamPlace(shop, `user-${n}`, '203.0.113.9'));
  expect(places).not.toContain(null);
  expect(takeStreamPlace(shop, 'user-50', '203.0.113.9')).toBeNull();
  expect(takeStreamPlace(shop, 'user-50', '203.0.113.10')).not.toBeNull();
  places[0]?.free();
  places[0]?.free();
  expect(takeStreamPlace(shop, 'user-51', '203.0.113.9')).not.toBeNull();
  expect(takeStreamPlace(shop, 'user-52', '203.0.113.9')).toBeNull();
});

test('whoever has 2^64 addresses of IPv6 to themselves has one place with all of them (threat 65)', () => {
  const shop = emptyShop();
  const places = Array.from({ length: 50 }, (_, n) =>
    takeStreamPlace(shop, `six-${n}`, `2001:db8:1:2::${n + 1}`),
  );
  expect(places).not.toContain(null);
  expect(takeStreamPlace(shop, 'six-50', '2001:db8:1:2:ffff::1')).toBeNull();
  expect(takeStreamPlace(shop, 'six-50', '2001:db8:1:3::1')).not.toBeNull();
});
