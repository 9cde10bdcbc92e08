import type { Executor } from '#db/client.server.ts';
import type { OrderRow } from '#db/schema.ts';

/**
 * Whose collection the skins of an order belong to: its buyer's, or of a gift whoever claimed it. null: nobody's, until
 * somebody claims it, or because the account is deleted.
 */
export async function findSkinOwner(
  executor: Executor,
  order: Pick<OrderRow, 'id' | 'user_id' | 'is_gift'>,
): Promise<string | null> {
  if (!order.is_gift) return order.user_id;
  const gift = await executor
    .selectFrom('gifts')
    .select('owner_id')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  return gift?.owner_id ?? null;
}
