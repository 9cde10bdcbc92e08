import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { LiveEvent, PublicChargeStatus } from '#shop/live/live-event.ts';

/** Tells the buyer's open payment page the state of its charge, at commit. */
export async function announceCharge(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'user_id'>,
  id: string,
  status: PublicChargeStatus,
): Promise<void> {
  const news = chargeNews(order, id, status);
  if (news.length > 0) await ctx.publish(tx, ...news);
}

/** The events of `announceCharge`, for a caller that sends more events in the same statement. */
export function chargeNews(
  order: Pick<OrderRow, 'user_id'>,
  id: string,
  status: PublicChargeStatus,
): LiveEvent[] {
  if (order.user_id === null) return [];
  return [{ topic: `user:${order.user_id}`, event: 'payment', data: { id, status } }];
}
