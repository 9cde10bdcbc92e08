import type { RefundReason, RefundStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';

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
}

/** All refunds of one order, oldest first. Staff only. */
export async function listRefunds(ctx: ShopContext, orderId: string): Promise<StaffRefund[]> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .selectAll()
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
  }));
}
