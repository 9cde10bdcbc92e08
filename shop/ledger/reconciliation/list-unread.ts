import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { LOOK_BACK_DAYS, startOf } from './fetch-lists.ts';

/** Days of a provider whose list the shop still cannot read. */
export interface Unread {
  gateway: string;
  from: string;
  to: string;
  days: number;
  /** The end of the first one. */
  since: Date;
  /** Of the last one: what the provider said, for staff. */
  failure: string;
}

/** A provider may be down for a night. */
const PATIENCE_MS = 36 * 3_600_000;

/** Each provider with days that are over for a day and a half and unread; what is asked for no more is not among them. */
export async function listUnread(ctx: ShopContext): Promise<Unread[]> {
  const now = ctx.now();
  const rows = await ctx.db
    .selectFrom('provider_days')
    .select((eb) => [
      'gateway',
      eb.fn.min('day').as('from'),
      eb.fn.max('day').as('to'),
      eb.fn.countAll<number>().as('days'),
      sql<string>`(array_agg(failure order by day desc))[1]`.as('failure'),
    ])
    .where('fetched_at', 'is', null)
    .where('day', '>=', addDays(dayOf(now), -LOOK_BACK_DAYS))
    .where('day', '<', dayOf(new Date(now.getTime() - PATIENCE_MS)))
    .groupBy('gateway')
    .orderBy('gateway')
    .execute();
  return rows.flatMap((row) => {
    const gateway = ctx.gatewayFor(row.gateway);
    if (!gateway || !('findRecentPayments' in gateway)) return [];
    return [{ ...row, days: Number(row.days), since: startOf(addDays(row.from, 1)) }];
  });
}
