import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { openCharge, type OpenedCharge } from '#shop/payments/open-charge.ts';

export type ResumeOrderResult =
  | { ok: true; order: Pick<OrderRow, 'id' | 'status' | 'total_cents'>; charge: OpenedCharge }
  | { ok: false; reason: 'not_found' | 'cancelled' };

/** 'Pagar agora': the order's live code from any device, or a new one when the last expired. */
export async function resumeOrder(
  ctx: ShopContext,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<ResumeOrderResult> {
  return ctx.transaction(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'status', 'total_cents'])
      .where('id', '=', orderId)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!order) return { ok: false, reason: 'not_found' };
    if (order.status === 'cancelled') return { ok: false, reason: 'cancelled' };
    const charge = await openCharge(ctx, tx, order);
    return charge ? { ok: true, order, charge } : { ok: false, reason: 'cancelled' };
  });
}
