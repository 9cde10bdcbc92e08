import type { OrderRow } from '#db/schema.ts';

/**
 * Why a payment of the whole sum is held: its order was cancelled before, and its coupon may not be used once more
 * (docs/rulings.md, 'Uses of a code').
 */
export function isHeldForCoupon(
  { status, coupon_code, total_cents }: Pick<OrderRow, 'status' | 'coupon_code' | 'total_cents'>,
  receivedCents: number,
): boolean {
  return status === 'cancelled' && coupon_code !== null && receivedCents === total_cents;
}
