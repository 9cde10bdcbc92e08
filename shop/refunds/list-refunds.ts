import type { RefundReason, RefundStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { keysOf } from '#shop/states/keys-of.ts';

export interface StaffRefund {
  id: string;
  amountCents: number;
  reason: RefundReason;
  status: RefundStatus;
  note: string | null;
  failure: string | null;
  isManual: boolean;
  /** A later refund replaced this one. */
  wasRetried: boolean;
  createdAt: Date;
  settledAt: Date | null;
  /** What staff see of the keys whose price it is. They stay sold. */
  keys: string[];
}

/** Why what was sold goes back; the others are about money that paid for nothing. */
const OF_ITEMS: readonly RefundReason[] = ['staff', 'cancelled', 'at_provider'];

/** All refunds of one order, oldest first. Staff only. */
export async function listRefunds(ctx: ShopContext, orderId: string): Promise<StaffRefund[]> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .selectAll()
    .select(keysOf('refunds.order_id', 'refunds.item_ids').as('keys'))
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const retried = new Set(rows.map((row) => row.retry_of));
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    reason: row.reason,
    status: row.status,
    note: row.note,
    failure: row.failure,
    isManual: row.is_manual,
    wasRetried: retried.has(row.id),
    createdAt: row.created_at,
    settledAt: row.settled_at,
    keys: OF_ITEMS.includes(row.reason) ? row.keys : [],
  }));
}
