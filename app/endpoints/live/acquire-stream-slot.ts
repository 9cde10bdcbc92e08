import type { ShopContext } from '#shop/context.ts';
import { addressGroup } from '#shop/limits/address-group.ts';

const PER_USER = 5;
const PER_ADDRESS = 50;

/**
 * Limits the open streams of a person and of a network address. null: no slot is free, and the page
 * polls instead.
 */
export function acquireStreamSlot(
  { memory: { streamSlots } }: Pick<ShopContext, 'memory'>,
  userId: string,
  address: string,
): { release: () => void } | null {
  const { byUser, byAddress } = streamSlots;
  const group = addressGroup(address);
  if (byUser.of(userId) >= PER_USER || byAddress.of(group) >= PER_ADDRESS) return null;
  const held = [byUser.acquire(userId), byAddress.acquire(group)];
  return { release: () => held.forEach((release) => release()) };
}
