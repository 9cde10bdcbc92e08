import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';

type AnnouncedOrder = Pick<OrderRow, 'id' | 'user_id' | 'status'>;

/** Tells the buyer's and the staff's open screens to look again, once the transaction commits. */
export async function announceOrder(ctx: ShopContext, tx: Tx, order: AnnouncedOrder): Promise<void> {
  await ctx.publish(tx, ...orderNews(order));
}

/** What `announceOrder` tells, for whoever has more to tell in the same statement. */
export function orderNews({ id, user_id, status }: AnnouncedOrder): LiveEvent[] {
  const data = { id, status };
  const toStaff: LiveEvent = { topic: 'staff', event: 'staff-orders', data };
  return user_id === null ? [toStaff] : [{ topic: `user:${user_id}`, event: 'orders', data }, toStaff];
}
