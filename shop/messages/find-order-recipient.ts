import type { ShopContext } from '#shop/context.ts';

/**
 * Where a mail about an order may go (ruling 27). Anybody may type any address at checkout, so it is written to only
 * once money arrived for this order, or when the account has proved that the address is its own. null: nobody is told.
 */
export async function findOrderRecipient(
  ctx: ShopContext,
  order: { id: string; userId: string | null; customerEmail: string },
): Promise<string | null> {
  // Without a user the account is gone and the order no longer knows a person (ruling 15).
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
