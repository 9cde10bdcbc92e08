import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';

/**
 * Of a query on `orders`: the buyer asked to give it back, and staff have not answered yet
 * (docs/decisions/withdrawal.md).
 */
export const asksBack = sql<boolean>`exists (
  select from attention_of_staff asked where asked.order_id = orders.id and asked.kind = 'withdrawal')`;

export async function isWithdrawalAsked(executor: Executor, orderId: string): Promise<boolean> {
  const asked = await executor
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(asksBack)
    .executeTakeFirst();
  return asked !== undefined;
}
