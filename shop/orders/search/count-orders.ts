import type { ShopContext } from '#shop/context.ts';
import { OPEN } from '#shop/states/charge-status.ts';

/** For the operator: orders by status, open payments, and webhooks that wait. */
export async function countOrders(ctx: ShopContext): Promise<{
  orders: { status: string; count: number }[];
  openCharges: number;
  unprocessedWebhooks: number;
}> {
  const count = (row: { count: string | number | bigint } | undefined) => Number(row?.count ?? 0);
  const orders = await ctx.db
    .selectFrom('orders')
    .select(['status', (eb) => eb.fn.countAll().as('count')])
    .groupBy('status')
    .orderBy('status')
    .execute();
  const charges = await ctx.db
    .selectFrom('charges')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', 'in', OPEN)
    .executeTakeFirst();
  const webhooks = await ctx.db
    .selectFrom('webhook_events')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('processed_at', 'is', null)
    .executeTakeFirst();
  return {
    orders: orders.map((row) => ({ status: row.status, count: count(row) })),
    openCharges: count(charges),
    unprocessedWebhooks: count(webhooks),
  };
}
