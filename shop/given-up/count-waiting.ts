import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';

export interface WaitingCounts {
  webhooks: { failing: number; oldestSeconds: number };
  charges: { due: number; oldestSeconds: number };
  /** One entry for each queue with waiting or failed jobs. */
  queues: { queue: string; waiting: number; retrying: number; oldestSeconds: number }[];
}

/** What waits, and for how long. An outage shows here long before anything is given up. For `/metrics`. */
export async function countWaiting(ctx: Pick<ShopContext, 'db' | 'now'>): Promise<WaitingCounts> {
  const now = ctx.now();
  const age = (moment: Date | string | null | undefined) =>
    moment ? Math.max(0, Math.round((now.getTime() - new Date(moment).getTime()) / 1000)) : 0;
  const webhooks = await ctx.db
    .selectFrom('webhook_events')
    .select((eb) => [
      eb.fn.min('received_at').as('oldest'),
      eb.fn.countAll<number>().filterWhere('attempts', '>', 0).as('failing'),
    ])
    .where('processed_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  const charges = await ctx.db
    .selectFrom('charges')
    .select((eb) => [eb.fn.min('next_check_at').as('oldest'), eb.fn.countAll<number>().as('due')])
    .where('next_check_at', '<=', now)
    // Nobody asks about these; those of before kept their moment.
    .where('status', '<>', 'refunded')
    .executeTakeFirst();
  const queues = await sql<{ name: string; waiting: number; retrying: number; oldest: Date }>`
    select name, count(*) as waiting, count(*) filter (where state = 'retry') as retrying, min(created_on) as oldest
    from jobs.job where state < 'active' and name not like '\\_\\_%' group by name order by name
  `.execute(ctx.db);
  return {
    webhooks: { failing: Number(webhooks?.failing ?? 0), oldestSeconds: age(webhooks?.oldest) },
    charges: { due: Number(charges?.due ?? 0), oldestSeconds: age(charges?.oldest) },
    queues: queues.rows.map(({ name, waiting, retrying, oldest }) => ({
      queue: name,
      waiting: Number(waiting),
      retrying: Number(retrying),
      oldestSeconds: age(oldest),
    })),
  };
}
