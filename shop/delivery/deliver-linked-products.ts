import type { Tx } from '#db/client.server.ts';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { OutwardContext } from '#shop/context.ts';
import { moveOrder } from '#shop/states/move-order.ts';
import { writeLink, type WrittenItem } from './write-link.ts';

/** An item of an order, with the link of its product if an active product has one. */
export interface LinkedItem extends WrittenItem {
  product_link: string | null;
}

/**
 * A product with a download URL delivers its skin at payment (ruling 12). If that fills every item that the buyer
 * keeps, the order is complete at once. Otherwise it waits for staff.
 */
export async function deliverLinkedProducts(
  ctx: OutwardContext,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id'>,
  items: LinkedItem[],
): Promise<OrderStatus> {
  // The buyer owns this skin already: its share goes back, and nothing is delivered.
  const wanted = items.filter(({ kept }) => kept);
  if (wanted.length === 0) return 'pending';
  let filled = 0;
  for (const item of wanted) {
    if (!item.product_link) continue;
    await writeLink(ctx, tx, order, item, item.product_link);
    filled++;
  }
  if (filled < wanted.length) return 'pending';
  await moveOrder(tx, order.id, 'completed', ctx.now());
  await ctx.enqueue(tx, { name: 'mail-links-delivered', data: { orderId: order.id } });
  return 'completed';
}
