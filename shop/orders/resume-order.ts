import type { OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { findMoney, openCharge, type OpenedCharge } from '#shop/payments/charges/open-charge.ts';
import { checkOpenOrder, type SaleRefusal } from './check-open-order.ts';
import { dropCoupon } from './drop-coupon.ts';
import { retellAhead } from './retell-ahead.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

export type ResumeOrderResult =
  | { ok: true; order: { id: string; status: OrderStatus; totalCents: number }; charge: OpenedCharge }
  | { ok: false; reason: 'not_found' | 'order_cancelled' }
  | { ok: false; reason: 'price_mismatch'; totalCents: number }
  | SaleRefusal;

/**
 * 'Pagar agora': returns the open code of the order on any device, or a new one after the last one expired, which is
 * quoted without a coupon that is over. If the total is not the one that was shown, no code is made.
 */
export async function resumeOrder(
  ctx: ShopContext,
  {
    userId,
    orderId,
    shownTotalCents = null,
  }: { userId: string; orderId: string; shownTotalCents?: number | null },
): Promise<ResumeOrderResult> {
  return ctx.transaction(async (tx): Promise<ResumeOrderResult> => {
    let order = await lockOrder(tx, orderId);
    if (order?.user_id !== userId) return { ok: false, reason: 'not_found' };
    if (order.status === 'cancelled') return { ok: false, reason: 'order_cancelled' };
    // A buyer who has paid must see that, not that the skin is off sale.
    if (order.status === 'awaiting_payment' && !(await findMoney(tx, orderId))) {
      const refusal = await checkOpenOrder(ctx, tx, order);
      if (refusal) return refusal;
      order = await dropCoupon(ctx, tx, order);
      await retellAhead(ctx, tx, orderId);
    }
    const totalCents = order.total_cents;
    if (shownTotalCents !== null && shownTotalCents !== totalCents)
      return { ok: false, reason: 'price_mismatch', totalCents };
    const charge = await openCharge(ctx, tx, order);
    if (!charge) return { ok: false, reason: 'order_cancelled' };
    return { ok: true, order: { id: orderId, status: order.status, totalCents }, charge };
  });
}
