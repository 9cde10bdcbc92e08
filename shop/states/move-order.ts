import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';
import { ORDER_TRANSITIONS } from './order-status.ts';

/**
 * Moves an order along the transition table and records the time. `dueAt`: until when a paid one is promised.
 * @returns false if the status of the order does not allow it: another caller was first.
 */
export async function moveOrder(
  tx: Tx,
  orderId: string,
  to: keyof typeof ORDER_TRANSITIONS,
  at: Date,
  dueAt: Date | null = null,
): Promise<boolean> {
  const stamps = {
    pending: { paid_at: at, due_at: dueAt, was_late: false, cancelled_at: null },
    // What staff deliver while its clock stands was promised for no earlier moment.
    completed: { completed_at: at, download_link_sent_at: at, due_at: sql<Date>`coalesce(due_at, ${at})` },
    cancelled: { cancelled_at: at },
    reopened: { completed_at: null, download_link_sent_at: null },
  }[to];
  const result = await tx
    .updateTable('orders')
    .set({ status: to === 'reopened' ? 'pending' : to, ...stamps })
    .where('id', '=', orderId)
    .where('status', 'in', [...ORDER_TRANSITIONS[to]])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
