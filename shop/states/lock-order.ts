import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/** The order first, then its charges and refunds: the same sequence everywhere, or two transactions wait for each other. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
  return tx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst();
}
