import { sql, type RawBuilder } from 'kysely';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import type { DaySpan } from './day-span.ts';

const ZONE = sql.lit(SHOP_ZONE);

/** The column lies in the days of the span. Written so that an index on the column finds the rows. */
export function inSpan(column: string, { from, to }: DaySpan): RawBuilder<boolean> {
  const at = sql.ref(column);
  return sql<boolean>`(${at} >= ${from}::date::timestamp at time zone ${ZONE}
    and ${at} < (${to}::date + 1)::timestamp at time zone ${ZONE})`;
}
