import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/** Always lock the order first, then its charges and refunds: otherwise two transactions can deadlock. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow | undefined> {
  return tx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst();
}
