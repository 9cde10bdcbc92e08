import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import type { DaySpan } from '#shop/numbers/day-span.ts';
import { compareDays, type Comparison } from './compare-days.ts';

const CHUNK = 500;

/** Writes down for 'Atenção' what differs in these days; what agrees by now goes. What was said of one stays with it. */
export async function refreshDifferences(ctx: ShopContext, span: DaySpan): Promise<Comparison> {
  return ctx.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('differences'))`.execute(tx);
    const compared = await compareDays(tx, span);
    const found = compared.days.flatMap(({ differences }) => differences);
    const keys = found.map(({ key }) => key);
    await sql`delete from differences where day between ${span.from} and ${span.to}
      and not key = any(${keys}::text[])`.execute(tx);
    for (let start = 0; start < found.length; start += CHUNK) {
      const rows = found.slice(start, start + CHUNK).map((each) => ({ ...each, found_at: ctx.now() }));
      await tx
        .insertInto('differences')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({
            day: eb.ref('excluded.day'),
            charge_id: eb.ref('excluded.charge_id'),
            end_to_end_id: eb.ref('excluded.end_to_end_id'),
            amount_cents: eb.ref('excluded.amount_cents'),
            shop_cents: eb.ref('excluded.shop_cents'),
            other_cents: eb.ref('excluded.other_cents'),
            shop_day: eb.ref('excluded.shop_day'),
            // More of it is asked about again.
            settled_at: sql<Date | null>`case when differences.amount_cents = excluded.amount_cents
              then differences.settled_at end`,
          })),
        )
        .execute();
    }
    return compared;
  });
}
