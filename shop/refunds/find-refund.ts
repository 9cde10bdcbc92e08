import type { ShopContext } from '#shop/context.ts';
import { readMoneyOfOrder } from './order-money.ts';

/** For mails. `isWhole`: with it, everything that was paid for the order went back. */
export async function findRefund(
  ctx: ShopContext,
  refundId: string,
): Promise<{ order_id: string; amount_cents: number; isWhole: boolean } | null> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .select(['order_id', 'amount_cents'])
    .where('id', '=', refundId)
    .executeTakeFirst();
  if (!refund) return null;
  const { isRefunded } = await readMoneyOfOrder(ctx.db, refund.order_id);
  return { ...refund, isWhole: isRefunded };
}
