import { recordAudit } from '#shop/audit/record-audit.ts';
import type { GiftStatus, OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { listRecords, type DeliveryRecord } from '#shop/delivery/list-records.ts';
import { listDisputesOfOrder, type Dispute } from '#shop/disputes/list-disputes.ts';
import { nameProvider } from '#shop/payments/name-provider.ts';
import { listRefunds, type StaffRefund } from '#shop/refunds/list-refunds.ts';
import { findGifts } from './list-own-orders.ts';
import { maskStoredTaxId } from './mask-stored-tax-id.ts';

/** All that the shop knows about a sale, for the provider that asks who is right. Sums in centavos. */
export interface Evidence {
  order: {
    id: string;
    status: OrderStatus;
    createdAt: Date;
    paidAt: Date | null;
    completedAt: Date | null;
    discountCents: number;
    couponCode: string | null;
    totalCents: number;
    description: string;
    /** null: it is none. */
    gift: GiftStatus | null;
  };
  /** null: the account was deleted, and the order names nobody any more. */
  buyer: {
    name: string;
    email: string;
    phone: string;
    /** The middle of it, as banks print it. */
    maskedTaxId: string | null;
    account: { createdAt: Date; isEmailProved: boolean } | null;
  } | null;
  items: {
    id: string;
    skin: string;
    champion: string;
    priceCents: number;
    paidCents: number;
    isKept: boolean;
    /** What staff see of the key that it sold. */
    keyEnd: string | null;
  }[];
  charges: {
    id: string;
    /** What staff call it. */
    provider: string;
    gatewayChargeId: string | null;
    endToEndId: string | null;
    amountCents: number;
    paidCents: number;
    paidAt: Date | null;
    chargedBackCents: number;
  }[];
  disputes: Dispute[];
  refunds: StaffRefund[];
  /** Oldest first. */
  deliveries: DeliveryRecord[];
  /** Of both sides, oldest first. */
  messages: { id: string; at: Date; subject: string | null; text: string; from: 'customer' | 'staff' }[];
}

/** null: no such order. Whoever reads it is written down: it is personal data on its way out of the shop. */
export async function readEvidence(
  ctx: ShopContext,
  { actorUserId, orderId }: { actorUserId: string; orderId: string },
): Promise<Evidence | null> {
  const order = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!order) return null;
  const [items, charges, disputes, refunds, records, messages, account, gifts] = await Promise.all([
    ctx.db
      .selectFrom('owed_items')
      .leftJoin('stock_keys as key', 'key.item_id', 'owed_items.id')
      .selectAll('owed_items')
      .select('key.last_four as key_end')
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
    ctx.db
      .selectFrom('charges')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('paid_amount_cents', '>', 0)
      .orderBy('created_at')
      .execute(),
    listDisputesOfOrder(ctx, orderId),
    listRefunds(ctx, orderId),
    listRecords(ctx, orderId),
    readMessages(ctx, order.user_id),
    ctx.db
      .selectFrom('users')
      .select(['created_at', 'email_verified'])
      .where('id', '=', order.user_id)
      .executeTakeFirst(),
    findGifts(ctx, [orderId]),
  ]);
  await ctx.transaction((tx) =>
    recordAudit(ctx, tx, {
      actorUserId,
      action: 'order.evidence_opened',
      subject: { type: 'order', id: orderId },
      details: {},
    }),
  );
  return {
    order: {
      id: order.id,
      status: order.status,
      createdAt: order.created_at,
      paidAt: order.paid_at,
      completedAt: order.completed_at,
      discountCents: order.discount_cents,
      couponCode: order.coupon_code,
      totalCents: order.total_cents,
      description: order.description,
      gift: gifts.get(orderId)?.status ?? null,
    },
    buyer:
      order.customer_tax_id_sealed === ''
        ? null
        : {
            name: order.customer_name,
            email: order.customer_email,
            phone: order.customer_cellphone,
            maskedTaxId: maskStoredTaxId(ctx, order.customer_tax_id_sealed),
            account: account
              ? { createdAt: account.created_at, isEmailProved: account.email_verified }
              : null,
          },
    items: items.map((item) => ({
      id: item.id,
      skin: item.skin_name,
      champion: item.champion_name,
      priceCents: item.price_cents,
      paidCents: item.paid_cents ?? item.price_cents,
      isKept: item.kept,
      keyEnd: item.key_end,
    })),
    charges: charges.map((charge) => ({
      id: charge.id,
      provider: nameProvider(ctx, charge.gateway).label,
      gatewayChargeId: charge.gateway_charge_id,
      endToEndId: charge.end_to_end_id,
      amountCents: charge.amount_cents,
      paidCents: charge.paid_amount_cents ?? 0,
      paidAt: charge.paid_at,
      chargedBackCents: charge.charged_back_cents,
    })),
    disputes,
    refunds,
    deliveries: records.toReversed(),
    messages,
  };
}

async function readMessages(ctx: ShopContext, userId: string | null): Promise<Evidence['messages']> {
  if (userId === null) return [];
  const [single, threads] = await Promise.all([
    ctx.db
      .selectFrom('messages')
      .select(['id', 'created_at as at', 'subject', 'body as text'])
      .where('user_id', '=', userId)
      .execute(),
    ctx.db
      .selectFrom('tickets')
      .innerJoin('ticket_replies as reply', 'reply.ticket_id', 'tickets.id')
      .select(['reply.id', 'reply.created_at as at', 'tickets.subject', 'reply.body as text', 'from_staff'])
      .where('tickets.user_id', '=', userId)
      .execute(),
  ]);
  return [
    ...single.map((message) => ({ ...message, from: 'customer' as const })),
    ...threads.map(({ from_staff, ...reply }) => ({
      ...reply,
      from: from_staff ? ('staff' as const) : ('customer' as const),
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
