import type { Tx } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';
import { findPromisedItems } from './find-promised-items.ts';

/** What these items of an order were paid with. One whose money goes back already has none. */
export async function readItemShares(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'paid_at'>,
  itemIds: readonly string[],
): Promise<{ ok: true; cents: number } | { ok: false; reason: 'unknown_item' | 'item_returned' }> {
  const wanted = new Set(itemIds);
  const items = await tx
    .selectFrom('owed_items')
    .select(['id', 'price_cents', 'paid_cents', 'kept'])
    .where('order_id', '=', order.id)
    .execute();
  const found = items.filter(({ id }) => wanted.has(id));
  if (order.paid_at === null || wanted.size === 0 || found.length < wanted.size)
    return { ok: false, reason: 'unknown_item' };
  const returned = await findPromisedItems(tx, order.id);
  if (found.some(({ id, kept }) => !kept || returned.has(id))) return { ok: false, reason: 'item_returned' };
  return { ok: true, cents: found.reduce((sum, item) => sum + (item.paid_cents ?? item.price_cents), 0) };
}
