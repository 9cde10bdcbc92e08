import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow } from '#db/schema.ts';
import { splitCents } from './split-cents.ts';

/**
 * Records what each item of an order was paid with: its share of the received money, by its price (ruling 26). An
 * item that was paid at its price gets no entry.
 * @returns the shares in centavos, in the sequence of the items.
 */
export async function writeShares(
  tx: Tx,
  items: readonly Pick<OrderItemRow, 'id' | 'price_cents'>[],
  paidCents: number,
): Promise<number[]> {
  const prices = items.map((item) => item.price_cents);
  if (items.length === 0 || paidCents === prices.reduce((sum, price) => sum + price, 0)) return prices;
  const shares = splitCents(paidCents, prices);
  for (const [n, { id }] of items.entries()) {
    await tx.updateTable('order_items').set({ paid_cents: shares[n] }).where('id', '=', id).execute();
  }
  return shares;
}
