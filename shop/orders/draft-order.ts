import { randomUUID } from 'node:crypto';
import type { OrderItemRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { ChargeCustomer } from '#shop/payments/gateway.ts';
import { customerColumns } from './customer-columns.ts';
import type { PurchasePlan } from './plan-purchase.ts';

type NewItem = Pick<
  OrderItemRow,
  | 'id'
  | 'order_id'
  | 'position'
  | 'sku'
  | 'skin_name'
  | 'champion_name'
  | 'splash_art_url'
  | 'price_cents'
  | 'discount_cents'
  | 'placed_at'
  | 'preorder_until'
>;

/** The rows of a new order and of its items, before they are written. */
export function draftOrder(
  ctx: ShopContext,
  request: {
    userId: string;
    customer: ChargeCustomer;
    coupon?: { code: string } | null;
  },
  plan: PurchasePlan,
) {
  const order = {
    id: randomUUID() as string,
    user_id: request.userId,
    status: 'awaiting_payment' as const,
    ...customerColumns(ctx, request.customer),
    total_cents: plan.totalCents,
    discount_cents: plan.discountCents,
    coupon_code: request.coupon?.code ?? null,
    description: plan.description,
    fingerprint: plan.fingerprint,
    created_at: ctx.now(),
    trace: ctx.tracing.place(),
  };
  const items = plan.items.map((skin, position): NewItem => ({
    id: randomUUID(),
    order_id: order.id,
    position,
    sku: skin.sku,
    skin_name: skin.name,
    champion_name: skin.championName,
    splash_art_url: skin.splashPath,
    price_cents: skin.priceCents,
    discount_cents: skin.discountCents,
    placed_at: order.created_at,
    preorder_until: ctx.catalog.current().aheadUntil(skin.sku),
  }));
  return { order, items };
}
