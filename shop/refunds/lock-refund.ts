import type { Tx } from '#db/client.server.ts';
import type { OrderRow, RefundRow } from '#db/schema.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

/** Locks the order of a refund, then reads the refund. */
export async function lockRefund(
  tx: Tx,
  refundId: string,
): Promise<{ order: OrderRow; refund: RefundRow } | null> {
  const known = await tx
    .selectFrom('refunds')
    .select('order_id')
    .where('id', '=', refundId)
    .executeTakeFirst();
  const order = known && (await lockOrder(tx, known.order_id));
  if (!order) return null;
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { order, refund };
}
