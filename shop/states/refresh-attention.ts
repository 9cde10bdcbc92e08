import type { Tx } from '#db/client.server.ts';

/**
 * Writes on the order whether a payment is held without a decision. Such an order tells its buyer and is not offered
 * for payment. Call it after each decision, in its transaction, which holds the lock of the order.
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
