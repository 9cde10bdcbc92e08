import type { ShopContext } from '#shop/context.ts';
import type { OrderDetails } from '#shop/orders/read-order.ts';

/**
 * The address for mails about an order. Anybody can type any address at checkout. So the shop writes to
 * it only after money arrived for this order, or if the account has proved the address. Whoever claimed a gift has
 * proved the address that the gift went to. null: send no mail.
 */
export async function findOrderRecipient(
  ctx: ShopContext,
  order: Pick<OrderDetails, 'id' | 'userId' | 'customerEmail' | 'giftReceiver'>,
): Promise<string | null> {
  // Without a user the account is deleted, and the order has no personal data.
  if (order.userId === null) return null;
  if (order.giftReceiver?.email === order.customerEmail) return order.customerEmail;
  if (!order.giftReceiver && (await hasMoney(ctx, order.id))) return order.customerEmail;
  const owner = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', order.userId)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  return owner?.email === order.customerEmail.trim().toLowerCase() ? owner.email : null;
}

async function hasMoney(ctx: ShopContext, orderId: string): Promise<boolean> {
  const paid = await ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', orderId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}
