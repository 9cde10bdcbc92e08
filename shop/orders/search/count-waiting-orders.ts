import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { MAX_COUNTED } from '#shop/pagination/max-counted.ts';
import { dueFirst } from '#shop/states/due-first.ts';

/** How many paid orders wait for their links, and how many of those are past their promise. The index of the queue says it. */
export async function countWaitingOrders(ctx: ShopContext): Promise<{ pending: number; late: number }> {
  const queue = ctx.db
    .selectFrom('orders')
    .select('due_at')
    .where('status', '=', sql.lit('pending'))
    .orderBy(dueFirst)
    .limit(MAX_COUNTED);
  const { pending, late } = await ctx.db
    .selectFrom(queue.as('queue'))
    .select((eb) => [
      eb.fn.countAll<number>().as('pending'),
      eb.fn.countAll<number>().filterWhere('due_at', '<', ctx.now()).as('late'),
    ])
    .executeTakeFirstOrThrow();
  return { pending: Number(pending), late: Number(late) };
}
