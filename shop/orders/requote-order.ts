import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { tellChange } from '#shop/events/tell.ts';
import { closeCodes } from '#shop/states/move-charge.ts';
import type { PurchasePlan } from './plan-purchase.ts';

/**
 * The open order of these skins takes another coupon, or gives its own up, becomes a gift or is none any more, or costs
 * something else by now (docs/rulings.md, 'Changed terms'): prices, discount and total are today's. Its code is not offered
 * any more, and the sweep closes it at the gateway. Money that still comes for it is judged by the new total. The caller
 * holds the lock of the order and has reserved the coupon.
 */
export async function requoteOrder(
  ctx: ShopContext,
  tx: Tx,
  order: OrderRow,
  plan: PurchasePlan,
  couponCode: string | null,
): Promise<OrderRow> {
  const { totalCents, discountCents } = plan;
  const items = plan.items.map((item) => ({
    sku: item.sku,
    price_cents: item.priceCents,
    discount_cents: item.discountCents,
  }));
  await sql`
    update order_items item set price_cents = quoted.price_cents, discount_cents = quoted.discount_cents
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as quoted (sku text, price_cents integer, discount_cents integer)
    where item.order_id = ${order.id} and item.sku = quoted.sku
  `.execute(tx);
  const requoted = await tx
    .updateTable('orders')
    .set({ total_cents: totalCents, discount_cents: discountCents, coupon_code: couponCode })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const closed = await closeCodes(tx, order.id, 'cancelled', { next_check_at: ctx.now() }).execute();
  await tellChange(
    ctx,
    tx,
    { name: 'order.changed', order: requoted, isHidden: true },
    {
      name: 'charges.changed',
      order: requoted,
      chargeIds: closed.map(({ id }) => id),
      status: 'cancelled',
    },
  );
  ctx.log.info('order.requoted', { orderId: order.id, totalCents, coupon: couponCode });
  return requoted;
}
