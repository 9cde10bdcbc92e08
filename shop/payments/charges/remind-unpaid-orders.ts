import { sql } from 'kysely';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { awaitsItsPayer } from './awaits-its-payer.ts';

const AT_ONCE = 100;

/**
 * Asks for the one reminder of each order whose first code has lived half of its time. An order is marked
 * in the transaction that asks, so no crash and no second process makes two. The mail itself looks again whether it is
 * still true, and goes to a proved address alone. Whoever was not told while the first code lived is never told.
 */
export async function remindUnpaidOrders(ctx: OutwardContext): Promise<void> {
  while ((await remindSome(ctx)) === AT_ONCE);
}

async function remindSome(ctx: OutwardContext): Promise<number> {
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select orders.id from orders
      join lateral (
        select charges.created_at, charges.expires_at from charges
        where charges.order_id = orders.id and charges.pix_code is not null
        order by charges.created_at, charges.id limit 1) first on true
      where ${awaitsItsPayer(now)} and orders.reminded_at is null
        and first.created_at + (first.expires_at - first.created_at) / 2 <= ${now} and first.expires_at > ${now}
      order by orders.created_at, orders.id limit ${AT_ONCE}
      for update of orders skip locked
    `.execute(tx);
    for (const { id: orderId } of rows) {
      await tx.updateTable('orders').set({ reminded_at: now }).where('id', '=', orderId).execute();
      await tell(ctx, tx, { name: 'order.unpaid', orderId });
    }
    return rows.length;
  });
}
