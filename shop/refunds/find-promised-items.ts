import type { Executor } from '#db/client.server.ts';
import { PROMISED } from '#shop/states/refund-status.ts';

/** The items of an order that were refunded by name, or are about to be. */
export async function findPromisedItems(executor: Executor, orderId: string): Promise<Set<string>> {
  const promised = await executor
    .selectFrom('refunds')
    .select('item_ids')
    .where('order_id', '=', orderId)
    .where('status', 'in', PROMISED)
    .execute();
  return new Set(promised.flatMap(({ item_ids }) => item_ids ?? []));
}
