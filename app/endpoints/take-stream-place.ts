import { addressGroup } from '#shop/limits/address-group.ts';

const PER_USER = 5;
const PER_ADDRESS = 50;

const byUser = new Map<string, number>();
const byAddress = new Map<string, number>();

/**
 * Open streams are bounded per person and per place they come from (threat 41). null: no room; the page polls
 * instead.
 */
export function takeStreamPlace(userId: string, address: string): { free: () => void } | null {
  const place = addressGroup(address);
  if ((byUser.get(userId) ?? 0) >= PER_USER || (byAddress.get(place) ?? 0) >= PER_ADDRESS) return null;
  count(byUser, userId, 1);
  count(byAddress, place, 1);
  let taken = true;
  return {
    free() {
      if (!taken) return;
      taken = false;
      count(byUser, userId, -1);
      count(byAddress, place, -1);
    },
  };
}

function count(map: Map<string, number>, key: string, change: number): void {
  const value = (map.get(key) ?? 0) + change;
  if (value > 0) map.set(key, value);
  else map.delete(key);
}
