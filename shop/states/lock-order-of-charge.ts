import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/** Locks the order that a charge belongs to. The order first, then its charge, or two transactions wait for each other. */
export function lockOrderOfCharge(tx: Tx, chargeId: string): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('charges').select('order_id').where('id', '=', chargeId))
    .forUpdate()
    .executeTakeFirst();
}
