import type { Tx } from '#db/client.server.ts';
import type { ShopContext } from '#shop/context.ts';

/** In the transaction that gives the buyer the link: the proof holds exactly when the delivery does. */
export async function recordLinkSent(
  ctx: ShopContext,
  tx: Tx,
  { itemId, userId }: { itemId: string; userId: string | null },
): Promise<void> {
  const at = ctx.now();
  await tx
    .insertInto('delivery_records')
    .values({
      order_item_id: itemId,
      user_id: userId,
      kind: 'link_sent',
      at,
      network: null,
      device: null,
      once: `link_sent ${at.toISOString()}`,
    })
    .onConflict((conflict) => conflict.columns(['order_item_id', 'once']).doNothing())
    .execute();
}
