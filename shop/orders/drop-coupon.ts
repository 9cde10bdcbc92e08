import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { findLiveCode } from '#shop/payments/charges/open-charge.ts';
import { toCoupon } from '#shop/pricing/coupon.ts';
import { reserveCoupon } from '#shop/pricing/coupon-uses.ts';
import { judgeCoupon } from '#shop/pricing/judge-coupon.ts';
import { planPurchase } from './plan-purchase.ts';
import { requoteOrder } from './requote-order.ts';

/**
 * Before a new code of an open order is made: without its coupon, if that is over (docs/rulings.md, 'Uses of a code'). A code
 * that can still be paid keeps it. The caller holds the lock of the order and knows that its skins are on sale.
 */
export async function dropCoupon(ctx: ShopContext, tx: Tx, order: OrderRow): Promise<OrderRow> {
  const { coupon_code: code, user_id: userId } = order;
  if (code === null || (await findLiveCode(ctx, tx, order.id))) return order;
  const items = await tx.selectFrom('order_items').select('sku').where('order_id', '=', order.id).execute();
  const planned = planPurchase(ctx, { kind: 'skins', skins: items });
  if (!planned.ok) throw new Error(`The skins of order ${order.id} are not on sale: ${planned.reason}.`);
  const row = await tx.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst();
  const refusal =
    judgeCoupon({ code, coupon: row ? toCoupon(row) : null }, planned.plan.items, ctx.now()) ??
    (await reserveCoupon(ctx, tx, code, { userId, exceptOrderId: order.id }));
  if (refusal === null) return order;
  return requoteOrder(ctx, tx, order, planned.plan, null);
}
