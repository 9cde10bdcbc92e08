import type { TypedCoupon } from './find-coupon.ts';
import type { CouponRefusal } from './coupon.ts';
import { isLowered } from './quote-purchase.ts';

/** Why this code does not lower these items now, whoever asks and however often it was used; null: it does. */
export function judgeCoupon(
  { coupon }: TypedCoupon,
  items: readonly { championId: string; priceCents: number }[],
  now: Date,
): CouponRefusal | null {
  if (!coupon) return 'unknown';
  if (!coupon.active) return 'inactive';
  if (coupon.validFrom && now < coupon.validFrom) return 'not_yet';
  if (coupon.validTo && now >= coupon.validTo) return 'expired';
  if (!items.some((item) => isLowered(coupon, item))) return 'champion';
  const subtotalCents = items.reduce((sum, item) => sum + item.priceCents, 0);
  if (coupon.minTotalCents !== null && subtotalCents < coupon.minTotalCents) return 'min_total';
  return null;
}
