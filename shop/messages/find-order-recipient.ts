import type { ShopContext } from '#shop/context.ts';

/**
 * The address for mails about an order (ruling 27). Anybody can type any address at checkout. So the shop writes to
 * it only after money arrived for this order, or if the account has proved the address. null: send no mail.
 */
export async function findOrderRecipient(
  ctx: ShopContext,
  order: { id: string; userId: string | null; customerEmail: string },
): Promise<string | null> {
  // Without a user the account is deleted, and the order has no personal data (ruling 15).
  if (order.userId === null) return null;
  const paid = await ctx.db
    .selectFrom('charges')
    .select('id')
    .where('order_id', '=', order.id)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (paid) return order.customerEmail;
  const owner = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', order.userId)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  return owner?.email === order.customerEmail.trim().toLowerCase() ? owner.email : null;
}
