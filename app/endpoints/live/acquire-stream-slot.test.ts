import { expect, test } from 'vitest';
import { KeyedSemaphore } from '#shop/limits/keyed-semaphore.ts';
import type { ShopMemory } from '#shop/memory.ts';
import { acquireStreamSlot } from './acquire-stream-slot.ts';

const emptyShop = () => ({
  memory: { streamSlots: { byUser: new KeyedSemaphore(), byAddress: new KeyedSemaphore() } } as ShopMemory,
});

// shows: threat 41
test('one address holds fifty streams, whoever is signed in there, and a closed one frees its place', () => {
  const shop = emptyShop();
  const slots = Array.from({ length: 50 }, (_, n) => acquireStreamSlot(shop, `user-${n}`, '203.0.113.9'));
  expect(slots).not.toContain(null);
  expect(acquireStreamSlot(shop, 'user-50', '203.0.113.9')).toBeNull();
  expect(acquireStreamSlot(shop, 'user-50', '203.0.113.10')).not.toBeNull();
  slots[0]?.release();
  slots[0]?.release();
  expect(acquireStreamSlot(shop, 'user-51', '203.0.113.9')).not.toBeNull();
  expect(acquireStreamSlot(shop, 'user-52', '203.0.113.9')).toBeNull();
});

// shows: threat 65
test('whoever has 2^64 addresses of IPv6 to themselves has one place with all of them', () => {
  const shop = emptyShop();
  const slots = Array.from({ length: 50 }, (_, n) =>
    acquireStreamSlot(shop, `six-${n}`, `2001:db8:1:2::${n + 1}`),
  );
  expect(slots).not.toContain(null);
  expect(acquireStreamSlot(shop, 'six-50', '2001:db8:1:2:ffff::1')).toBeNull();
  expect(acquireStreamSlot(shop, 'six-50', '2001:db8:1:3::1')).not.toBeNull();
});
