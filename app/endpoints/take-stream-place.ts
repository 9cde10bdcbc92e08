const PER_USER = 5;
const PER_ADDRESS = 50;

const byUser = new Map<string, number>();
const byAddress = new Map<string, number>();

/** Open streams are bounded per person and per address (threat 41). null: no place; the page polls instead. */
export function takeStreamPlace(userId: string, address: string): { free: () => void } | null {
  if ((byUser.get(userId) ?? 0) >= PER_USER || (byAddress.get(address) ?? 0) >= PER_ADDRESS) return null;
  count(byUser, userId, 1);
  count(byAddress, address, 1);
  let taken = true;
  return {
    free() {
      if (!taken) return;
      taken = false;
      count(byUser, userId, -1);
      count(byAddress, address, -1);
    },
  };
}

function count(map: Map<string, number>, key: string, change: number): void {
  const value = (map.get(key) ?? 0) + change;
  if (value > 0) map.set(key, value);
  else map.delete(key);
}
