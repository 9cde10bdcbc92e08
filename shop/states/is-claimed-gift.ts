import type { Executor } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/**
 * Somebody opened it, so its buyer cannot give it back; staff can refund it. Whoever decides by it holds the
 * lock of the order, under which alone a gift is claimed.
 */
export async function isClaimedGift(
  executor: Executor,
  order: Pick<OrderRow, 'id' | 'is_gift'>,
): Promise<boolean> {
  if (!order.is_gift) return false;
  const claimed = await executor
    .selectFrom('gifts')
    .select('id')
    .where('order_id', '=', order.id)
    .where('status', '=', 'claimed')
    .executeTakeFirst();
  return claimed !== undefined;
}
