import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/**
 * Locks an order by its own id or by one of its charges. Always lock the order first, then its charges and refunds:
 * otherwise two transactions can deadlock.
 */
export async function lockOrder(tx: Tx, which: string | { chargeId: string }): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', (eb) =>
      typeof which === 'string'
        ? eb.val(which)
        : eb.selectFrom('charges').select('order_id').where('id', '=', which.chargeId),
    )
    .forUpdate()
    .executeTakeFirst();
}
