import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { reserveCoupon } from '#shop/pricing/coupon-uses.ts';

/**
 * Money revives a cancelled order with its coupon only if that may be used once more (docs/rulings.md, 'Uses of a code'). If
 * not, the payment is held: otherwise whoever cancels and pays later uses a code as often as they like. The caller holds
 * the lock of the order. Where the account is gone, the money goes back whatever the coupon says.
 */
export async function mayRevive(
  ctx: ShopContext,
  tx: Tx,
  { id, status, user_id: userId, coupon_code: code }: OrderRow,
): Promise<boolean> {
  if (status !== 'cancelled' || code === null || userId === null) return true;
  return (await reserveCoupon(ctx, tx, code, { userId, exceptOrderId: id, isPaid: true })) === null;
}
