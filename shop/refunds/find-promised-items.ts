import type { Executor } from '#db/client.server.ts';
import { PROMISED } from '#shop/states/refund-status.ts';

/** The items of an order that were refunded by name since it was paid, or are about to be. One that ended may be paid anew. */
export async function findPromisedItems(executor: Executor, orderId: string): Promise<Set<string>> {
  const promised = await executor
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('item_ids')
    .where('order_id', '=', orderId)
    .where('refunds.status', 'in', PROMISED)
    .whereRef('refunds.created_at', '>=', 'orders.paid_at')
    .execute();
  return new Set(promised.flatMap(({ item_ids }) => item_ids ?? []));
}
