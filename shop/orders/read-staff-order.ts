import { listAttention, type AttentionEntry } from '#shop/attention/list-attention.ts';
import { listAudit, type AuditLine } from '#shop/audit/list-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { listRecords, type DeliveryRecord } from '#shop/delivery/list-records.ts';
import { gatewayCanSend } from '#shop/refunds/add-refund.ts';
import { findPromisedItems } from '#shop/refunds/find-promised-items.ts';
import { listRefunds, type StaffRefund } from '#shop/refunds/list-refunds.ts';
import { isDeliveryPaused } from '#shop/states/why-waits.ts';
import { readMoneyOfOrder, type ChargeMoney, type OrderMoney } from '#shop/states/read-order-money.ts';
import { nameProvider } from '#shop/payments/name-provider.ts';
import { readBuyer, type Buyer } from './read-buyer.ts';
import { findGifts, type OwnGift } from './list-own-orders.ts';
import { describeOrders, type StaffOrder } from './search/list-all-orders.ts';

export interface StaffOrderDetails {
  order: StaffOrder;
  paidAt: Date | null;
  buyer: Buyer;
  money: Omit<OrderMoney, 'charges'> & {
    /** `sends`: the gateway can refund the rest of this charge; a part of it, only if `sendsParts`. */
    charges: (ChargeMoney & { provider: string; sends: boolean; sendsParts: boolean })[];
  };
  refunds: StaffRefund[];
  /** The items of a paid order that can still be refunded by themselves. */
  refundable: Pick<StaffOrder['items'][number], 'id' | 'skinName' | 'paidCents'>[];
  attention: AttentionEntry[];
  deliveries: DeliveryRecord[];
  audit: AuditLine[];
  /** A dispute of its account: nothing is delivered by itself. */
  isPaused: boolean;
  /** null: it is for its buyer. `exchangedAt`: whoever claimed it took this skin in place of the first. */
  gift: (OwnGift & { exchangedAt: Date | null }) | null;
}

/** One order with everything that staff may read. null: no such order. `withTickets`: the role reads threads. */
export async function readStaffOrder(
  ctx: ShopContext,
  orderId: string,
  { withTickets = false }: { withTickets?: boolean } = {},
): Promise<StaffOrderDetails | null> {
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!row) return null;
  const [[order], buyer, money, refunds, promised, attention, deliveries, audit, isPaused, gifts] =
    await Promise.all([
      describeOrders(ctx, [row]),
      readBuyer(ctx, row, { withTickets }),
      readMoneyOfOrder(ctx.db, orderId),
      listRefunds(ctx, orderId),
      findPromisedItems(ctx.db, orderId),
      listAttention(ctx, { orderId }),
      listRecords(ctx, orderId),
      listAudit(ctx, { cursor: null, subjectId: orderId }),
      row.user_id !== null && isDeliveryPaused(ctx.db, row.user_id),
      findGifts(ctx, [orderId]),
    ]);
  if (!order) return null;
  const gift = gifts.get(orderId);
  const charges = money.charges.map((charge) => ({
    ...charge,
    provider: nameProvider(ctx, charge.gateway).label,
    sends: gatewayCanSend(ctx, charge, charge.leftCents),
    sendsParts: ctx.gatewayFor(charge.gateway)?.traits.refunds === 'partial',
  }));
  return {
    order,
    paidAt: row.paid_at,
    buyer,
    money: { ...money, charges },
    refunds,
    refundable: order.items
      .filter(({ id, kept, paidCents }) => kept && paidCents > 0 && !promised.has(id))
      .map(({ id, skinName, paidCents }) => ({ id, skinName, paidCents })),
    attention,
    deliveries,
    audit: audit.entries,
    isPaused,
    gift: gift ? { ...gift, exchangedAt: row.exchanged_at } : null,
  };
}
