import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { inSpan } from './in-span.ts';
import { soldItems } from './sold-items.ts';
import { addDays, dayOf } from './day-span.ts';

/** Longer than any transaction may take: whatever was paid on a day that is over is there to be counted. */
const MARGIN_MS = 3600 * 1000;

/**
 * Counts what was sold on each day that is over and not counted yet, or was changed since. A day in one transaction.
 * @returns how many days.
 */
export async function countSoldSkins(ctx: ShopContext): Promise<number> {
  const last = addDays(dayOf(new Date(ctx.now().getTime() - MARGIN_MS)), -1);
  const zone = sql.lit(SHOP_ZONE);
  const { rows } = await sql<{ day: string }>`
    select day::text from (
      select generate_series(first_day, ${last}::date, interval '1 day')::date as day
      from (select (min(paid_at) at time zone ${zone})::date as first_day from orders) as begun
      except select day from sold_days
      union select (paid_at at time zone ${zone})::date from sold_days_changed
    ) as to_count where day <= ${last}::date order by day`.execute(ctx.db);
  for (const { day } of rows) await countDay(ctx, day);
  return rows.length;
}

async function countDay(ctx: ShopContext, day: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    // First: whatever is written down here is committed, so the count below sees it. What comes later stays here.
    await sql`delete from sold_days_changed where ${inSpan('paid_at', { from: day, to: day })}`.execute(tx);
    const ofDay = sql`(select * from orders where ${inSpan('paid_at', { from: day, to: day })}) as orders`;
    await sql`delete from sold_skins where day = ${day}::date`.execute(tx);
    await sql`
      insert into sold_skins (day, sku, sold, revenue_cents)
      select ${day}::date, sku, count(*), sum(cents)
      from (${soldItems(ofDay)}) as sold
      group by sku`.execute(tx);
    await sql`insert into sold_days (day) values (${day}::date) on conflict do nothing`.execute(tx);
  });
}
