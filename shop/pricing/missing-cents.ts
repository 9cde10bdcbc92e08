import { quotePurchase } from './quote-purchase.ts';

/** How much these items lack to a smallest total, before any discount. */
export function missingCents(minTotalCents: number, items: readonly { priceCents: number }[]): number {
  return minTotalCents - quotePurchase(items).totalCents;
}
