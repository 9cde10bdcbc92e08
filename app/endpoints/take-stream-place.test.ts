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
