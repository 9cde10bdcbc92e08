import { randomKey } from '#app/ui/form/random-key.ts';

/** Names one purchase attempt towards the server, which answers the same key with the same order. */
export interface PurchaseAttempt {
  /** The same key as long as the same purchase is asked for: a double click, a retry after a time-out. */
  keyFor(purchase: string): string;
  /** The attempt is over (its order was cancelled): the next one is a new purchase. */
  end(): void;
}

export function beginPurchaseAttempt(): PurchaseAttempt {
  let current: { purchase: string; key: string } | null = null;
  return {
    keyFor(purchase) {
      if (current?.purchase !== purchase) current = { purchase, key: randomKey() };
      return current.key;
    },
    end() {
      current = null;
    },
  };
}
