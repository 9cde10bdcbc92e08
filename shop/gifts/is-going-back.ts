import type { Executor } from '#db/client.server.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

/**
 * The money of a gift is on its way back, or its buyer asked for that and staff or the bank still decide: nobody opens it
 * meanwhile.
 */
export async function isGoingBack(executor: Executor, orderId: string): Promise<boolean> {
  if ((await readMoneyOfOrder(executor, orderId)).isPromisedBack) return true;
  const undecided = await executor
    .selectFrom('attention_of_staff')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['withdrawal', 'dispute'])
    .executeTakeFirst();
  return undecided !== undefined;
}
