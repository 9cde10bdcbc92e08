import type { ShopContext } from '#shop/context.ts';
import { addressGroup } from '#shop/limits/address-group.ts';
import { consumeRateLimits, restoreRateLimits } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { CODE_PATTERN, tidyCode } from './coupon-code.ts';
import { toCoupon, type Coupon } from './coupon.ts';

/** A code as somebody typed it. `coupon` null: there is no such code. */
export interface TypedCoupon {
  code: string;
  coupon: Coupon | null;
}

export type FindCouponResult =
  | ({ ok: true } & TypedCoupon)
  | { ok: false; reason: 'too_many_tries'; retryAfterSeconds: number };

/**
 * Looks a typed code up. Only codes that do not exist count as guesses. Never call it inside a transaction, like each
 * limit.
 */
export async function findCoupon(
  ctx: ShopContext,
  { code: typed, userId, address }: { code: string; userId: string | null; address: string },
): Promise<FindCouponResult> {
  const tries = [
    ...(userId === null ? [] : [{ limit: rateLimits.couponAccount, subject: [userId] }]),
    { limit: rateLimits.couponAddress, subject: [addressGroup(address)] },
  ];
  const taken = await consumeRateLimits(ctx, tries);
  if (!taken.ok) {
    ctx.log.warn('limit.refused', { call: 'coupon', ...(userId === null ? {} : { userId }) });
    return { ok: false, reason: 'too_many_tries', retryAfterSeconds: taken.retryAfterSeconds };
  }
  const code = tidyCode(typed).slice(0, 40);
  const row = CODE_PATTERN.test(code)
    ? await ctx.db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst()
    : undefined;
  if (row) await restoreRateLimits(ctx, tries);
  return { ok: true, code, coupon: row ? toCoupon(row) : null };
}
