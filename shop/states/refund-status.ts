import type { Tx } from '#db/client.server.ts';
import type { RefundsTable, RefundStatus } from '#db/schema.ts';
import type { Updateable } from 'kysely';

/**
 * Every way a refund may change. `due`: owed, nobody has sent it. `requested`: the row is committed, the
 * gateway may or may not have heard. `failed` is tried again as a new row with an id of its own, because
 * providers refuse a used one; only money sent outside of the gateway turns a failed row into a sent one.
 */
export const REFUND_TRANSITIONS = {
  requested: ['due'],
  processing: ['requested'],
  refunded: ['requested', 'processing', 'due', 'failed'],
  failed: ['requested', 'processing'],
  dismissed: ['due', 'failed'],
} as const satisfies Partial<Record<RefundStatus, readonly RefundStatus[]>>;

/** Until then only the provider knows what became of a refund that is on its way; then staff may say what it told them. */
export const PROVIDER_ONLY_SECONDS = 24 * 3600;

/** Money that is on its way or gone: it cannot be promised a second time. */
export const PROMISED: readonly RefundStatus[] = ['due', 'requested', 'processing', 'refunded'];

/** @returns false when the refund was not in a state that allows it: somebody else was first. */
export async function moveRefund(
  tx: Tx,
  refundId: string,
  to: keyof typeof REFUND_TRANSITIONS,
  also: Updateable<RefundsTable> = {},
): Promise<boolean> {
  const result = await tx
    .updateTable('refunds')
    .set({ ...also, status: to })
    .where('id', '=', refundId)
    .where('status', 'in', [...REFUND_TRANSITIONS[to]])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
