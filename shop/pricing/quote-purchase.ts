export interface Quote<Item extends { priceCents: number }> {
  items: Item[];
  /** What is taken off the sum of the items. */
  discountCents: number;
  /** What is charged. */
  totalCents: number;
}

/** What these items cost together. Cart, checkout, order and mails add up prices here and nowhere else. */
export function quotePurchase<Item extends { priceCents: number }>(items: readonly Item[]): Quote<Item> {
  const discountCents = 0;
  const subtotalCents = items.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return { items: [...items], discountCents, totalCents: subtotalCents - discountCents };
}
