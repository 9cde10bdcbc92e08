import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';

/** Of a query on `orders`: its skin is for whoever claims it, and not for its buyer. */
export const isGift = sql<boolean>`exists (select from gifts where gifts.order_id = orders.id)`;

export async function isGiftOrder(executor: Executor, orderId: string): Promise<boolean> {
  const gift = await executor
    .selectFrom('gifts')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return gift !== undefined;
}
