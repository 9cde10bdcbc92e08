import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { DaySpan } from './day-span.ts';
import { inSpan } from './in-span.ts';

export interface CouponNumbers {
  code: string;
  creator: string | null;
  /** Paid in the span. */
  orders: number;
  revenueCents: number;
  discountCents: number;
}

/** What was sold with each coupon, in the orders that were paid in the span; the most money first. */
export async function listCouponNumbers({ db }: ShopContext, span: DaySpan): Promise<CouponNumbers[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('coupons', 'coupons.code', 'orders.coupon_code')
    .select((eb) => [
      'coupons.code',
      'coupons.creator',
      eb.fn.countAll<number>().as('orders'),
      eb.fn.sum<number>('orders.total_cents').as('revenue'),
      eb.fn.sum<number>('orders.discount_cents').as('discount'),
    ])
    .where(inSpan('orders.paid_at', span))
    .groupBy(['coupons.code', 'coupons.creator'])
    .orderBy(sql`revenue`, 'desc')
    .orderBy('coupons.code')
    .execute();
  return rows.map(({ code, creator, orders, revenue, discount }) => ({
    code,
    creator,
    orders: Number(orders),
    revenueCents: Number(revenue),
    discountCents: Number(discount),
  }));
}
