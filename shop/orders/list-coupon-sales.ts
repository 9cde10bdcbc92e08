import type { ShopContext } from '#shop/context.ts';
import { readOrderMoney } from '#shop/states/read-order-money.ts';

/** A paid order that used a coupon, without its buyer: whoever gave the code out may read it. */
export interface CouponSale {
  orderId: string;
  paidAt: Date;
  items: string[];
  totalCents: number;
  discountCents: number;
  refundedCents: number;
}

const PAGE = 500;

/** All sales of a code, oldest first, page by page: only one page of them is in memory. */
export async function* listCouponSales(ctx: ShopContext, code: string): AsyncGenerator<CouponSale[]> {
  for (let after: { at: Date; id: string } | null = null; ;) {
    const last: typeof after = after;
    let query = ctx.db
      .selectFrom('orders')
      .select(['id', 'paid_at', 'total_cents', 'discount_cents'])
      .where('coupon_code', '=', code)
      .where('paid_at', 'is not', null)
      .orderBy('paid_at')
      .orderBy('id')
      .limit(PAGE);
    if (last)
      query = query.where((eb) =>
        eb.or([eb('paid_at', '>', last.at), eb.and([eb('paid_at', '=', last.at), eb('id', '>', last.id)])]),
      );
    const orders = await query.execute();
    const ids = orders.map((order) => order.id);
    const money = await readOrderMoney(ctx.db, ids);
    const items =
      ids.length === 0
        ? []
        : await ctx.db
            .selectFrom('owed_items')
            .select(['order_id', 'skin_name', 'champion_name'])
            .where('order_id', 'in', ids)
            .orderBy('position')
            .execute();
    const ofOrder = Map.groupBy(items, (item) => item.order_id);
    yield orders.map((order) => ({
      orderId: order.id,
      paidAt: order.paid_at ?? new Date(0),
      items: (ofOrder.get(order.id) ?? []).map((item) => `${item.skin_name} - ${item.champion_name}`),
      totalCents: order.total_cents,
      discountCents: order.discount_cents,
      refundedCents: money.get(order.id)?.refundedCents ?? 0,
    }));
    const end = orders.at(-1);
    if (!end || orders.length < PAGE) return;
    after = { at: end.paid_at ?? new Date(0), id: end.id };
  }
}
