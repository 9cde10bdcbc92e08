import type { ShopContext } from '#shop/context.ts';
import { addressGroup } from '#shop/limits/address-group.ts';

const PER_USER = 5;
const PER_ADDRESS = 50;

/**
 * Open streams are bounded per person and per place they come from (threat 41). null: no room; the page polls
 * instead.
 */
export function takeStreamPlace(
  { memory: { streamPlaces } }: Pick<ShopContext, 'memory'>,
  userId: string,
  address: string,
): { free: () => void } | null {
  const { byUser, byAddress } = streamPlaces;
  const group = addressGroup(address);
  if (byUser.of(userId) >= PER_USER || byAddress.of(group) >= PER_ADDRESS) return null;
  const given = [byUser.take(userId), byAddress.take(group)];
  return { free: () => given.forEach((giveBack) => giveBack()) };
}
