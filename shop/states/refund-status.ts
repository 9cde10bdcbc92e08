import type { Tx } from '#db/client.server.ts';
import type { RefundsTable, RefundStatus } from '#db/schema.ts';
import type { Updateable } from 'kysely';

/**
 * Every allowed change of a refund. `due`: the shop owes it, nobody has sent it. `requested`: the row is committed,
 * and the gateway may or may not know it. A retry of a `failed` one is a new row with a new id, because providers
 * refuse a used one. A failed row becomes `sent` only if the money was sent outside of the gateway.
 */
export const REFUND_TRANSITIONS = {
  requested: ['due'],
  processing: ['requested'],
  refunded: ['requested', 'processing', 'due', 'failed'],
  failed: ['requested', 'processing'],
  dismissed: ['due', 'failed'],
} as const satisfies Partial<Record<RefundStatus, readonly RefundStatus[]>>;

/**
 * Until then, only the provider knows the result of a sent refund. After it, staff may record what the provider told
 * them.
 */
export const PROVIDER_ONLY_SECONDS = 24 * 3600;

/** Money that is on its way or gone: the shop cannot promise it again. */
export const PROMISED: readonly RefundStatus[] = ['due', 'requested', 'processing', 'refunded'];

/** @returns false if the status of the refund does not allow it: another caller was first. */
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
