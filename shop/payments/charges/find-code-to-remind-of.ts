import type { ShopContext } from '#shop/context.ts';
import { awaitsItsPayer } from './awaits-its-payer.ts';

/** The code that can be paid now, of an order without money. null: nobody is to be reminded of it any more. */
export async function findCodeToRemindOf(
  ctx: ShopContext,
  orderId: string,
): Promise<{ expiresAt: Date } | null> {
  const code = await ctx.db
    .selectFrom('orders')
    .innerJoin('charges', 'charges.order_id', 'orders.id')
    .select('charges.expires_at as expiresAt')
    .where('orders.id', '=', orderId)
    .where('charges.status', '=', 'pending')
    .where(awaitsItsPayer(ctx.now()))
    .executeTakeFirst();
  return code ?? null;
}
