import type { OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { awaitsUpdate } from '#shop/delivery/patch/awaits-update.ts';
import { visibleLink } from '#shop/delivery/visible-link.ts';

/** An order in the form that its mails need. */
export interface OrderDetails {
  id: string;
  /** null after the account was deleted. */
  userId: string | null;
  status: OrderStatus;
  customerName: string;
  customerEmail: string;
  description: string;
  totalCents: number;
  /** What its coupon took off the prices of its items. */
  discountCents: number;
  couponCode: string | null;
  paidAt: Date | null;
  /** Until when it is promised; null if it was paid before the shop kept this. */
  dueAt: Date | null;
  /** The file of a skin is being updated (ruling 35). */
  awaitsUpdate: boolean;
  /** In the sequence of the purchase. */
  items: BoughtItem[];
}

export interface BoughtItem {
  id: string;
  skinName: string;
  championName: string;
  /** The price when the order was placed. */
  priceCents: number;
  /** The link, if the buyer may see it now. */
  downloadLink: string | null;
}

/** For jobs, which have an id and no user. Screens read through a list that checks the owner. */
export async function readOrder(ctx: ShopContext, orderId: string): Promise<OrderDetails | null> {
  const order = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .select(awaitsUpdate.as('awaits_update'))
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return null;
  const items = await ctx.db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return {
    id: order.id,
    userId: order.user_id,
    status: order.status,
    customerName: order.customer_name,
    customerEmail: order.customer_email,
    description: order.description,
    totalCents: order.total_cents,
    discountCents: order.discount_cents,
    couponCode: order.coupon_code,
    paidAt: order.paid_at,
    dueAt: order.due_at,
    awaitsUpdate: order.awaits_update,
    items: items.map((item) => ({
      id: item.id,
      skinName: item.skin_name,
      championName: item.champion_name,
      priceCents: item.price_cents,
      downloadLink: visibleLink(order, item),
    })),
  };
}
