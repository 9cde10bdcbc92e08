import { splitCents } from './split-cents.ts';

/** No discount makes a purchase cheaper than this. */
export const MIN_TOTAL_CENTS = 100;

/** What a coupon takes off: a share of the prices, or a sum. */
export type Discount = ({ percent: number; amountCents: null } | { percent: null; amountCents: number }) & {
  /** It lowers the skins of this champion alone; null: all. */
  championId: string | null;
};

export type Quoted<Item> = Item & {
  /** What the discount takes off this item. */
  discountCents: number;
};

export interface Quote<Item extends { priceCents: number }> {
  items: Quoted<Item>[];
  /** The discount on the sum of the items. */
  discountCents: number;
  /** The sum to pay. */
  totalCents: number;
}

/**
 * The total of these items. Cart, checkout, order and mails add prices up here and nowhere else. A discount in per cent
 * is rounded to the centavo once, for all items together, and then shared out by their prices.
 */
export function quotePurchase<Item extends { priceCents: number; championId?: string }>(
  items: readonly Item[],
  discount: Discount | null = null,
): Quote<Item> {
  const subtotalCents = sum(items.map((item) => item.priceCents));
  const lowered = items.map((item) => (discount && isLowered(discount, item) ? item.priceCents : 0));
  const loweredCents = sum(lowered);
  const wantedCents =
    discount === null
      ? 0
      : (discount.amountCents ?? Math.round((loweredCents * (discount.percent ?? 0)) / 100));
  const discountCents = Math.max(0, Math.min(wantedCents, loweredCents, subtotalCents - MIN_TOTAL_CENTS));
  const shares = discountCents === 0 ? [] : splitCents(discountCents, lowered);
  return {
    items: items.map((item, n) => ({ ...item, discountCents: shares[n] ?? 0 })),
    discountCents,
    totalCents: subtotalCents - discountCents,
  };
}

export function isLowered(
  { championId }: Pick<Discount, 'championId'>,
  item: { championId?: string },
): boolean {
  return championId === null || championId === item.championId;
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}
