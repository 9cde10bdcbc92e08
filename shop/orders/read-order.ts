import type { OrderItemRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { visibleLink } from '#shop/delivery/visible-link.ts';

export interface OrderWithItems {
  order: Omit<OrderRow, 'customer_tax_id_sealed'>;
  /** In the order in which they were bought; each with the link that its buyer may have by now, or null. */
  items: OrderItemRow[];
}

/** For jobs, which know an id and nothing about who asks. Screens read through a list that checks the owner. */
export async function readOrder(ctx: ShopContext, orderId: string): Promise<OrderWithItems | null> {
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!row) return null;
  const { customer_tax_id_sealed: _sealed, ...order } = row;
  const items = await ctx.db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return { order, items: items.map((item) => ({ ...item, download_link: visibleLink(order, item) })) };
}
