import type { OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { findMoney, openCharge, type OpenedCharge } from '#shop/payments/charges/open-charge.ts';
import { checkOpenOrder, type SaleRefusal } from './check-open-order.ts';

export type ResumeOrderResult =
  | { ok: true; order: { id: string; status: OrderStatus; totalCents: number }; charge: OpenedCharge }
  | { ok: false; reason: 'not_found' | 'cancelled' }
  | SaleRefusal;

/** 'Pagar agora': the order's live code from any device, or a new one when the last expired. */
export async function resumeOrder(
  ctx: ShopContext,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<ResumeOrderResult> {
  return ctx.transaction(async (tx): Promise<ResumeOrderResult> => {
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'user_id', 'status', 'total_cents'])
      .where('id', '=', orderId)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return { ok: false, reason: 'not_found' };
    if (order.status === 'cancelled') return { ok: false, reason: 'cancelled' };
    // Whoever has paid already is shown that, not why the skin is not for sale any more.
    if (order.status === 'awaiting_payment' && !(await findMoney(tx, orderId))) {
      const refusal = await checkOpenOrder(ctx, tx, order);
      if (refusal) return refusal;
    }
    const charge = await openCharge(ctx, tx, order);
    if (!charge) return { ok: false, reason: 'cancelled' };
    return { ok: true, order: { id: orderId, status: order.status, totalCents: order.total_cents }, charge };
  });
}
