import type { ShopContext } from '#shop/context.ts';
import { maskStoredTaxId } from './mask-stored-tax-id.ts';
import { readMoneyOfOrder } from '#shop/states/read-order-money.ts';

/** What was bought, by whom, and what was paid for it. Sums in centavos. */
export interface Receipt {
  orderId: string;
  createdAt: Date;
  paidAt: Date;
  description: string;
  buyer: { name: string; email: string; maskedTaxId: string | null };
  items: { id: string; skin: string; champion: string; priceCents: number }[];
  discountCents: number;
  couponCode: string | null;
  totalCents: number;
  receivedCents: number;
  /** Went back to the buyer. */
  refundedCents: number;
  payments: { id: string; gateway: string; paidAt: Date | null; cents: number; endToEndId: string | null }[];
}

/** null: no order of this person, or not paid. */
export async function readReceipt(
  ctx: ShopContext,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Receipt | null> {
  const order = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!order || order.paid_at === null) return null;
  const [items, charges, money] = await Promise.all([
    ctx.db
      .selectFrom('order_items')
      .select(['id', 'skin_name as skin', 'champion_name as champion', 'price_cents as priceCents'])
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
    ctx.db
      .selectFrom('charges')
      .select(['id', 'gateway', 'paid_at', 'paid_amount_cents', 'end_to_end_id'])
      .where('order_id', '=', orderId)
      .where('paid_amount_cents', '>', 0)
      .orderBy('created_at')
      .execute(),
    readMoneyOfOrder(ctx.db, orderId),
  ]);
  return {
    orderId,
    createdAt: order.created_at,
    paidAt: order.paid_at,
    description: order.description,
    buyer: {
      name: order.customer_name,
      email: order.customer_email,
      maskedTaxId: maskStoredTaxId(ctx, order.customer_tax_id_sealed),
    },
    items,
    discountCents: order.discount_cents,
    couponCode: order.coupon_code,
    totalCents: order.total_cents,
    receivedCents: money.receivedCents,
    refundedCents: money.refundedCents,
    payments: charges.map((charge) => ({
      id: charge.id,
      gateway: charge.gateway,
      paidAt: charge.paid_at,
      cents: charge.paid_amount_cents ?? 0,
      endToEndId: charge.end_to_end_id,
    })),
  };
}
