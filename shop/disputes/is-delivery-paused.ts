import type { Executor } from '#db/client.server.ts';
import { pausesDelivery } from '#shop/states/pauses-delivery.ts';

/** Whether nothing is delivered to this account by itself. Staff may deliver all the same. */
export async function isDeliveryPaused(executor: Executor, userId: string): Promise<boolean> {
  const pausing = await executor
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .select('disputes.id')
    .where('orders.user_id', '=', userId)
    .where(pausesDelivery)
    .limit(1)
    .executeTakeFirst();
  return pausing !== undefined;
}
