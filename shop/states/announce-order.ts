import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent } from '#shop/live/live-event.ts';

type AnnouncedOrder = Pick<OrderRow, 'id' | 'user_id' | 'status'>;

/** Tells the open screens of the buyer and of staff to read again, at commit. */
export async function announceOrder(ctx: ShopContext, tx: Tx, order: AnnouncedOrder): Promise<void> {
  await ctx.publish(tx, ...orderNews(order));
}

/** The events of `announceOrder`, for a caller that sends more events in the same statement. */
export function orderNews({ id, user_id, status }: AnnouncedOrder): LiveEvent[] {
  const data = { id, status };
  const toStaff: LiveEvent = { topic: 'staff', event: 'staff-orders', data };
  return user_id === null ? [toStaff] : [{ topic: `user:${user_id}`, event: 'orders', data }, toStaff];
}
