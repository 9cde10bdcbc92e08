import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/**
 * Locks the order of a charge. Always lock the order first and then the charge: otherwise two transactions can
 * deadlock.
 */
export function lockOrderOfCharge(tx: Tx, chargeId: string): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('charges').select('order_id').where('id', '=', chargeId))
    .forUpdate()
    .executeTakeFirst();
}
