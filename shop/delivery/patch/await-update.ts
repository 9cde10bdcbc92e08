import type { Tx } from '#db/client.server.ts';

/**
 * Notes that these items of a paid order wait for the update of their skins' files. The buyer was told so
 * before the payment, so the order has no due date until the update is there.
 */
export async function awaitUpdate(tx: Tx, orderId: string, items: readonly { id: string }[]): Promise<void> {
  await tx
    .insertInto('awaited_updates')
    .values(items.map(({ id }) => ({ order_item_id: id, order_id: orderId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.updateTable('orders').set({ due_at: null }).where('id', '=', orderId).execute();
}
