import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { PublicChargeStatus } from '#shop/live/live-event.ts';

/** Tells the buyer's open payment page where its charge stands, once the transaction commits. */
export async function announceCharge(
  ctx: ShopContext,
  tx: Tx,
  order: Pick<OrderRow, 'user_id'>,
  id: string,
  status: PublicChargeStatus,
): Promise<void> {
  if (order.user_id === null) return;
  await ctx.publish(tx, { topic: `user:${order.user_id}`, event: 'payment', data: { id, status } });
}
