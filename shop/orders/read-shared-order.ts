import type { ShopContext } from '#shop/context.ts';
import { findPaymentOfOrder, type Payment } from '#shop/payments/charges/find-payment.ts';
import { digestToken } from '#shop/secrets/derive-token.ts';

/** What whoever pays for somebody else may know: the skins, the sum, the code and a first name. */
export interface SharedOrder {
  orderId: string;
  userId: string;
  /** Given at checkout, and shown only if it looks like a name. */
  customerName: string;
  description: string;
  totalCents: number;
  /** `held`: something arrived, and staff look at it. */
  state: 'open' | 'held' | 'paid';
  items: {
    sku: string;
    name: string;
    championName: string;
    splashPath: string;
  }[];
  /** null: no code was asked for yet. */
  payment: Payment | null;
}

/** null: nobody shared it, its buyer took the address back, or the order is cancelled. */
export async function readSharedOrder(ctx: ShopContext, token: string): Promise<SharedOrder | null> {
  const digest = digestToken(token);
  if (digest === null) return null;
  const order = await ctx.db
    .selectFrom('order_shares')
    .innerJoin('orders', 'orders.id', 'order_shares.order_id')
    .select(['orders.id', 'orders.user_id', 'orders.status', 'orders.attention', 'orders.customer_name'])
    .select(['orders.description', 'orders.total_cents'])
    .where('order_shares.token_digest', '=', digest)
    .where('orders.status', '<>', 'cancelled')
    .executeTakeFirst();
  if (!order || order.user_id === null) return null;
  const items = await ctx.db
    .selectFrom('order_items')
    .select(['sku', 'skin_name', 'champion_name', 'splash_art_url'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  return {
    orderId: order.id,
    userId: order.user_id,
    customerName: order.customer_name,
    description: order.description,
    totalCents: order.total_cents,
    state: order.attention !== null ? 'held' : order.status === 'awaiting_payment' ? 'open' : 'paid',
    items: items.map((item) => ({
      sku: item.sku,
      name: item.skin_name,
      championName: item.champion_name,
      splashPath: item.splash_art_url,
    })),
    payment: await findPaymentOfOrder(ctx, { userId: order.user_id, orderId: order.id }),
  };
}
