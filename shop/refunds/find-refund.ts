import type { RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

/** For mails. `isWhole`: all money of the order is back with this refund; `isManual`: staff sent it by hand. */
export async function findRefund(
  ctx: ShopContext,
  refundId: string,
): Promise<{
  orderId: string;
  amountCents: number;
  isWhole: boolean;
  isManual: boolean;
  reason: RefundReason;
} | null> {
  const refund = await ctx.db
    .selectFrom('refunds')
    .select(['order_id', 'amount_cents', 'is_manual', 'reason'])
    .where('id', '=', refundId)
    .executeTakeFirst();
  if (!refund) return null;
  const { order_id: orderId, amount_cents: amountCents, is_manual: isManual } = refund;
  const { isRefunded } = await readMoneyOfOrder(ctx.db, orderId);
  return { orderId, amountCents, isManual, isWhole: isRefunded, reason: refund.reason };
}
