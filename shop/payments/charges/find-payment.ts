import { sql } from 'kysely';
import type { ChargeStatus, OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { isGift } from '#shop/states/is-gift.ts';
import { awaitedReleases, awaitsUpdate } from '#shop/states/why-waits.ts';

/** A charge and its order, with the fields that the buyer may see. */
export interface Payment {
  id: string;
  status: ChargeStatus;
  amountCents: number;
  /** The received sum, if any. */
  paidCents: number | null;
  pixCode: string | null;
  expiresAt: Date;
  paidAt: Date | null;
  userId: string | null;
  orderId: string;
  orderStatus: OrderStatus;
  isGift: boolean;
  /** For whom a gift is; null: it is none, or that is forgotten. */
  giftEmail: string | null;
  /** Somebody else may pay it under an address of its own. */
  isShared: boolean;
  orderDescription: string;
  /** What is bought. */
  skus: string[];
  orderCancelledAt: Date | null;
  /** Until when the order is promised, once it is paid. */
  dueAt: Date | null;
  /** The file of a skin is being updated. */
  awaitsUpdate: boolean;
  /** The last days of what is sold ahead of its file and is still to come. */
  releases: string[];
  /** Its money went back, and the provider or the bank sent it: to the account that paid. */
  isSentBack: boolean;
}

/** The payment of its owner. null: it does not exist, or another person owns it. */
export async function findPayment(
  ctx: ShopContext,
  owner: { userId: string; paymentId: string },
): Promise<Payment | null> {
  const row = await payments(ctx, owner.userId).where('charges.id', '=', owner.paymentId).executeTakeFirst();
  return row ?? null;
}

/** The payment of an order of its owner: a paid charge first, then a held one, otherwise the newest. */
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
    .leftJoin('gifts', 'gifts.order_id', 'orders.id')
    .leftJoin('order_shares', 'order_shares.order_id', 'orders.id')
    .select([
      'charges.id',
      'charges.status',
      'charges.amount_cents as amountCents',
      'charges.paid_amount_cents as paidCents',
      'charges.pix_code as pixCode',
      'charges.expires_at as expiresAt',
      'charges.paid_at as paidAt',
      'orders.user_id as userId',
      'orders.id as orderId',
      'orders.status as orderStatus',
      isGift.as('isGift'),
      'gifts.receiver_email as giftEmail',
      sql<boolean>`order_shares.order_id is not null`.as('isShared'),
      'orders.description as orderDescription',
      sql<string[]>`array(select sku from order_items where order_id = orders.id)`.as('skus'),
      'orders.due_at as dueAt',
      awaitsUpdate.as('awaitsUpdate'),
      awaitedReleases.as('releases'),
      'orders.cancelled_at as orderCancelledAt',
      sql<boolean>`charges.status = 'refunded'
        and not exists (select from refunds where refunds.charge_id = charges.id and refunds.is_manual)`.as(
        'isSentBack',
      ),
    ])
    .where('orders.user_id', '=', userId);
}
