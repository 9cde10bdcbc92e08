import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

/** Tells the buyer's and the staff's open screens to look again, once the transaction commits. */
export async function announceOrder(
  ctx: ShopContext,
  tx: Tx,
  { id, user_id, status }: Pick<OrderRow, 'id' | 'user_id' | 'status'>,
): Promise<void> {
  const data = { id, status };
  if (user_id !== null) await ctx.publish(tx, { topic: `user:${user_id}`, event: 'orders', data });
  await ctx.publish(tx, { topic: 'staff', event: 'staff-orders', data });
}
