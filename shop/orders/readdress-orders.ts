import { sql } from 'kysely';
import type { Tx } from '#db/client.server.ts';

/**
 * The orders of an account that were made with its old address write to the new one from now on. Another address, typed
 * at a checkout, stays what it is.
 */
export async function readdressOrders(
  tx: Tx,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ customer_email: to })
    .where('user_id', '=', userId)
    .where(sql`lower(customer_email)`, '=', from)
    .execute();
}
