import type { Tx } from '#db/client.server.ts';
import type { GiftRow, GrantRow, OrderItemRow, OrderRow } from '#db/schema.ts';
import { lockOrder } from '#shop/states/lock-order.ts';

export interface LockedGift {
  gift: GiftRow;
  order: OrderRow;
  /** A gift is an order of exactly one skin. */
  item: OrderItemRow;
  /** What is owed for it; undefined: it is not paid. */
  grant: GrantRow | undefined;
}

/** Locks the order of a gift, under which alone the gift and its skin change, and reads all three. */
export async function lockGift(
  tx: Tx,
  which: { id: string } | { token_digest: string },
): Promise<LockedGift | null> {
  const found = await tx
    .selectFrom('gifts')
    .select('order_id')
    .where((eb) => eb.and(which))
    .executeTakeFirst();
  const order = found && (await lockOrder(tx, found.order_id));
  if (!order) return null;
  // Again: it may have changed, or got another address, before the lock was there.
  const gift = await tx
    .selectFrom('gifts')
    .selectAll()
    .where((eb) => eb.and(which))
    .executeTakeFirst();
  const item = await tx
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  const grant = await tx.selectFrom('grants').selectAll().where('order_id', '=', order.id).executeTakeFirst();
  return gift && item ? { gift, order, item, grant } : null;
}
