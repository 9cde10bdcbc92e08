import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/**
 * Finds and locks the order of a user's idempotency key. Processes of the release before write the key on the order
 * only.
 */
export async function findByKey(
  tx: Tx,
  { userId, key }: { userId: string; key: string },
): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('idempotency_key', '=', key),
        eb('id', '=', (of) =>
          of
            .selectFrom('idempotency_keys')
            .select('order_id')
            .where('idempotency_keys.user_id', '=', userId)
            .where('key', '=', key),
        ),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
}
