import type { Tx } from '#db/client.server.ts';
import { moveGift } from '#shop/states/gift-status.ts';
import { revokeGrants } from '#shop/states/grant-state.ts';

/**
 * Takes the skins of an order out of their owner's collection, and with them the downloads; a gift can be claimed no
 * more. If another order has paid for that person's skin too, the skin stays, with the link of that order. `itemIds`:
 * only these items.
 */
export async function revokeSkins(
  tx: Tx,
  order: { id: string },
  at: Date,
  itemIds?: readonly string[],
): Promise<void> {
  await revokeGrants(tx, order.id, itemIds);
  // Refused if it is no gift, or was withdrawn before.
  if (await moveGift(tx, order.id, 'withdrawn', { ended_at: at }))
    await tx.updateTable('grants').set({ owner_id: null }).where('order_id', '=', order.id).execute();
}
