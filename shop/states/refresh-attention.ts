import type { Tx } from '#db/client.server.ts';

/**
 * Writes on the order whether money of it is held and nobody has decided about it: its buyer is told, and it is not
 * offered for payment. After each decision, in its transaction, which holds the order's lock.
 */
export async function refreshAttention(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => {
      const held = eb
        .selectFrom('attention')
        .select('charge_id')
        .where('order_id', '=', orderId)
        .where('kind', '=', 'amount_mismatch');
      return {
        attention: eb
          .case()
          .when(eb.exists(held))
          .then('amount_mismatch' as const)
          .else(null)
          .end(),
      };
    })
    .where('id', '=', orderId)
    .execute();
}
