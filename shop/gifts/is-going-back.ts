import type { Executor } from '#db/client.server.ts';
import { isAskedBack } from '#shop/states/is-asked-back.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

/** The money of a gift is on its way back, or its buyer asked for that and staff decide: nobody opens it meanwhile. */
export async function isGoingBack(executor: Executor, orderId: string): Promise<boolean> {
  return (await readMoneyOfOrder(executor, orderId)).isPromisedBack || isAskedBack(executor, orderId);
}
