import type { ChargeRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

export type Payment = Pick<
  ChargeRow,
  | 'id'
  | 'status'
  | 'amount_cents'
  | 'paid_amount_cents'
  | 'pix_code'
  | 'expires_at'
  | 'paid_at'
  | 'created_at'
> & {
  user_id: string | null;
  order_id: string;
  order_status: OrderRow['status'];
  order_description: string;
  order_cancelled_at: Date | null;
};

/** The owner's payment, or null: somebody else's does not exist for them (threat 8). */
export async function findPayment(
  ctx: ShopContext,
  owner: { userId: string; paymentId: string },
): Promise<Payment | null> {
  const row = await payments(ctx, owner.userId).where('charges.id', '=', owner.paymentId).executeTakeFirst();
  return row ?? null;
}

/** The payment of the owner's order through which money has come, paid before held; without one, the newest. */
export async function findPaymentOfOrder(
  ctx: ShopContext,
  owner: { userId: string; orderId: string },
): Promise<Payment | null> {
  const row = await payments(ctx, owner.userId)
    .where('orders.id', '=', owner.orderId)
    .orderBy((eb) => eb.case('charges.status').when('paid').then(0).when('held').then(1).else(2).end())
    .orderBy('charges.created_at', 'desc')
    .orderBy('charges.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

function payments(ctx: ShopContext, userId: string) {
  return ctx.db
    .selectFrom('charges')
    .innerJoin('orders', 'orders.id', 'charges.order_id')
    .select([
      'charges.id',
      'charges.status',
      'charges.amount_cents',
      'charges.paid_amount_cents',
      'charges.pix_code',
      'charges.expires_at',
      'charges.paid_at',
      'charges.created_at',
      'orders.user_id',
      'orders.id as order_id',
      'orders.status as order_status',
      'orders.description as order_description',
      'orders.cancelled_at as order_cancelled_at',
    ])
    .where('orders.user_id', '=', userId);
}
