import { listAttention, type AttentionEntry } from '#shop/attention/list-attention.ts';
import { listAudit, type AuditLine } from '#shop/audit/list-audit.ts';
import type { ShopContext } from '#shop/context.ts';
import { listRecords, type DeliveryRecord } from '#shop/delivery/list-records.ts';
import { isDeliveryPaused } from '#shop/disputes/is-delivery-paused.ts';
import { gatewayCanSend } from '#shop/refunds/add-refund.ts';
import { findPromisedItems } from '#shop/refunds/find-promised-items.ts';
import { listRefunds, type StaffRefund } from '#shop/refunds/list-refunds.ts';
import { readMoneyOfOrder, type ChargeMoney, type OrderMoney } from '#shop/states/read-order-money.ts';
import { findGifts, type OwnGift } from './list-own-orders.ts';
import { describeOrders, type StaffOrder } from './search/list-all-orders.ts';

export interface StaffOrderDetails {
  order: StaffOrder;
  /** What was typed at checkout may be another address. null: the account was deleted. */
  accountEmail: string | null;
  money: Omit<OrderMoney, 'charges'> & {
    /** `sends`: the gateway can refund the rest of this charge; a part of it, only if `sendsParts`. */
    charges: (ChargeMoney & { sends: boolean; sendsParts: boolean })[];
  };
  refunds: StaffRefund[];
  /** The items of a paid order that can still be refunded by themselves. */
  refundable: Pick<StaffOrder['items'][number], 'id' | 'skinName' | 'paidCents'>[];
  attention: AttentionEntry[];
  deliveries: DeliveryRecord[];
  audit: AuditLine[];
  /** A dispute of its account: nothing is delivered by itself (ruling 38). */
  isPaused: boolean;
  /** Ruling 44; null: it is for its buyer. `exchangedAt`: whoever claimed it took this skin in place of the first. */
  gift: (OwnGift & { exchangedAt: Date | null }) | null;
}

/** One order with everything that staff may read. null: no such order. */
export async function readStaffOrder(ctx: ShopContext, orderId: string): Promise<StaffOrderDetails | null> {
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  const [order] = row ? await describeOrders(ctx, [row]) : [];
  if (!row || !order) return null;
  const [account, money, refunds, promised, attention, deliveries, audit, isPaused, gifts] =
    await Promise.all([
      row.user_id === null
        ? undefined
        : ctx.db.selectFrom('users').select('email').where('id', '=', row.user_id).executeTakeFirst(),
      readMoneyOfOrder(ctx.db, orderId),
      listRefunds(ctx, orderId),
      findPromisedItems(ctx.db, orderId),
      listAttention(ctx, { orderId }),
      listRecords(ctx, orderId),
      listAudit(ctx, { cursor: null, subjectId: orderId }),
      order.userId !== null && isDeliveryPaused(ctx.db, order.userId),
      findGifts(ctx, [row]),
    ]);
  const gift = gifts.get(orderId);
  const charges = money.charges.map((charge) => ({
    ...charge,
    sends: gatewayCanSend(ctx, charge, charge.leftCents),
    sendsParts: ctx.gatewayFor(charge.gateway)?.traits.refunds === 'partial',
  }));
  return {
    order,
    accountEmail: account?.email ?? null,
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
