import { sql } from 'kysely';
import { z } from 'zod';
import type { ShopContext } from '#shop/context.ts';
import { operation } from '#shop/operation.ts';
import { CODE_PATTERN } from './coupon-code.ts';
import { shownCoupon, toCoupon, type Coupon } from './coupon.ts';
import { ordersWithCoupon } from './coupon-uses.ts';

export interface CouponSales {
  /** Orders that use it, paid or not. */
  uses: number;
  paid: number;
  /** What the paid ones were to cost, and what the coupon took off. */
  revenueCents: number;
  discountCents: number;
}

export type ListedCoupon = Coupon & CouponSales;

/** All of them, newest first; `code`: this one. Staff only. */
export async function listCoupons(ctx: ShopContext, code?: string): Promise<ListedCoupon[]> {
  let coupons = ctx.db.selectFrom('coupons').selectAll().orderBy('created_at', 'desc').orderBy('code');
  let uses = ordersWithCoupon(ctx, ctx.db)
    .select((eb) => [
      'coupon_code',
      eb.fn.countAll<number>().as('uses'),
      eb.fn.count<number>('paid_at').as('paid'),
      sql<number | null>`sum(total_cents) filter (where paid_at is not null)`.as('revenue'),
      sql<number | null>`sum(discount_cents) filter (where paid_at is not null)`.as('discount'),
    ])
    .groupBy('coupon_code');
  if (code !== undefined) {
    if (!CODE_PATTERN.test(code)) return [];
    coupons = coupons.where('code', '=', code);
    uses = uses.where('coupon_code', '=', code);
  }
  const [rows, counts] = await Promise.all([coupons.execute(), uses.execute()]);
  const byCode = new Map(counts.map((count) => [count.coupon_code, count]));
  return rows.map((row) => {
    const count = byCode.get(row.code);
    return {
      ...toCoupon(row),
      uses: Number(count?.uses ?? 0),
      paid: Number(count?.paid ?? 0),
      revenueCents: Number(count?.revenue ?? 0),
      discountCents: Number(count?.discount ?? 0),
    };
  });
}

export const showCoupons = operation(
  { id: 'coupons.list', who: 'coupons', input: z.object({}), output: z.array(shownCoupon), refusals: {} },
  (ctx) => listCoupons(ctx),
);
