export interface Quote<Item extends { priceCents: number }> {
  items: Item[];
  /** The discount on the sum of the items. */
  discountCents: number;
  /** The sum to pay. */
  totalCents: number;
}

/** The total of these items. Cart, checkout, order and mails add prices up here and nowhere else. */
export function quotePurchase<Item extends { priceCents: number }>(items: readonly Item[]): Quote<Item> {
  const discountCents = 0;
  const subtotalCents = items.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return { items: [...items], discountCents, totalCents: subtotalCents - discountCents };
}
