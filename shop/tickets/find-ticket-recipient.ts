import type { ShopContext } from '#shop/context.ts';
import { findOrderRecipient } from '#shop/messages/find-order-recipient.ts';

/**
 * Where the customer of a thread is told by mail: the account's address if it is confirmed, or
 * else the address of the thread's order, or of the last one, if money arrived for it. null: the shop alone tells it.
 */
export async function findTicketRecipient(
  ctx: ShopContext,
  ticket: { user_id: string; order_id: string | null },
): Promise<{ address: string; name: string } | null> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'email_verified', 'name'])
    .where('id', '=', ticket.user_id)
    .executeTakeFirst();
  if (!user) return null;
  if (user.email_verified) return { address: user.email, name: user.name };
  const paid = await ctx.db
    .selectFrom('orders')
    .select(['id', 'user_id', 'customer_email', 'customer_name'])
    .where('user_id', '=', ticket.user_id)
    .where('paid_at', 'is not', null)
    .orderBy((eb) => eb.case().when('id', '=', ticket.order_id).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!paid) return null;
  const { id, user_id: userId, customer_email: customerEmail, customer_name } = paid;
  const address = await findOrderRecipient(ctx, { id, userId, customerEmail });
  return address === null ? null : { address, name: customer_name };
}
