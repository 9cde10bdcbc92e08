import type { Tx } from '#db/client.server.ts';
import { ORDER_TRANSITIONS } from './order-status.ts';

/**
 * Moves an order along the transition table and records the time.
 * @returns false if the status of the order does not allow it: another caller was first.
 */
export async function moveOrder(
  tx: Tx,
  orderId: string,
  to: keyof typeof ORDER_TRANSITIONS,
  at: Date,
): Promise<boolean> {
  const stamps = {
    pending: { paid_at: at, cancelled_at: null },
    completed: { completed_at: at, download_link_sent_at: at },
    cancelled: { cancelled_at: at },
  }[to];
  const result = await tx
    .updateTable('orders')
    .set({ status: to, ...stamps })
    .where('id', '=', orderId)
    .where('status', 'in', [...ORDER_TRANSITIONS[to]])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
