import { expect, test } from 'vitest';
import { takeStreamPlace } from './take-stream-place.ts';

test('one address holds fifty streams, whoever is signed in there, and a closed one frees its place', () => {
  const places = Array.from({ length: 50 }, (_, n) => takeStreamPlace(`user-${n}`, '203.0.113.9'));
  expect(places).not.toContain(null);
  expect(takeStreamPlace('user-50', '203.0.113.9')).toBeNull();
  expect(takeStreamPlace('user-50', '203.0.113.10')).not.toBeNull();
  places[0]?.free();
  places[0]?.free();
  expect(takeStreamPlace('user-51', '203.0.113.9')).not.toBeNull();
  expect(takeStreamPlace('user-52', '203.0.113.9')).toBeNull();
});

test('whoever has 2^64 addresses of IPv6 to themselves has one place with all of them (threat 65)', () => {
  const places = Array.from({ length: 50 }, (_, n) => takeStreamPlace(`six-${n}`, `2001:db8:1:2::${n + 1}`));
  expect(places).not.toContain(null);
  expect(takeStreamPlace('six-50', '2001:db8:1:2:ffff::1')).toBeNull();
  expect(takeStreamPlace('six-50', '2001:db8:1:3::1')).not.toBeNull();
});
