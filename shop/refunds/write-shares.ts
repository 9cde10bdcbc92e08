import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { OrderItemRow } from '#db/schema.ts';
import { splitCents } from '#shop/pricing/split-cents.ts';

/**
 * Records what each item of an order was paid with: its share of the received money, by its price less what the
 * coupon took off it. An item that was paid at its price gets no entry.
 * @returns the shares in centavos, in the sequence of the items.
 */
export async function writeShares(
  tx: Tx,
  items: readonly Pick<OrderItemRow, 'id' | 'price_cents' | 'discount_cents'>[],
  paidCents: number,
): Promise<number[]> {
  const prices = items.map((item) => item.price_cents);
  const asked = items.map((item) => item.price_cents - item.discount_cents);
  if (items.length === 0 || paidCents === sum(prices)) return prices;
  const shares = splitCents(paidCents, asked);
  const written = items.map(({ id }, n) => ({ id, cents: shares[n] }));
  await sql`
    update order_items item set paid_cents = share.cents
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as share (id uuid, cents integer)
    where item.id = share.id`.execute(tx);
  return shares;
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}
