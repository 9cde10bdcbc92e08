import type { Tx } from '#db/client.server.ts';

/**
 * Writes on the order whether money of it is held and nobody has decided about it: its buyer is told, and it is not
 * offered for payment. After each decision, in its transaction, which holds the order's lock.
 */
export async function refreshAttention(tx: Tx, orderId: string): Promise<void> {
  const held = await tx
    .selectFrom('attention')
    .select('charge_id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'amount_mismatch')
    .limit(1)
    .executeTakeFirst();
  await tx
    .updateTable('orders')
    .set({ attention: held ? 'amount_mismatch' : null })
    .where('id', '=', orderId)
    .execute();
}
