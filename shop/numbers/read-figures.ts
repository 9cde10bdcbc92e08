import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { addDays, type SpanPiece } from './day-span.ts';
import { minutesToDeliver, promisedAt } from './promised-at.ts';

/** What can be counted of any days; null: there is nothing to divide by (docs/decisions/numbers.md). */
export interface Figures {
  /** Placed in the span. */
  orders: number;
  /** Of those, paid by now. */
  ordersPaid: number;
  secondsToPaidP50: number | null;
  /** Paid in the span, whenever they were placed. */
  paid: number;
  /** All that came in, whatever happened to it later. */
  revenueCents: number;
  manualOrders: number;
  manualCents: number;
  refunds: number;
  refundCents: number;
  /** Charges of which a bank took money back. */
  chargebacks: number;
  chargebackCents: number;
  delivered: number;
  minutesP50: number | null;
  minutesP95: number | null;
  deliveredOnTime: number;
}

/**
 * The figures of each span, in their sequence, in one statement. Each of its parts reads one piece of one index, so
 * that 365 days cost what the year costs.
 */
export async function readFigures(
  { db, settings }: ShopContext,
  spans: readonly SpanPiece[],
): Promise<Figures[]> {
  const zone = sql.lit(SHOP_ZONE);
  const within = (column: string) => sql`${sql.ref(column)} >= starts and ${sql.ref(column)} < ends`;
  const { rows } = await sql<Figures>`
    select placed.*, paid.*, received.*, refunded.*, taken_back.*, delivered.*
    from (
      select number, local_start at time zone ${zone} as starts, local_end at time zone ${zone} as ends
      from unnest(${spans.map(startOf)}::timestamp[], ${spans.map(endOf)}::timestamp[])
        with ordinality as span (local_start, local_end, number)
    ) as span
    cross join lateral (
      select count(*)::int as orders, count(paid_at)::int as "ordersPaid",
        percentile_cont(0.5) within group (order by extract(epoch from paid_at - created_at)::float8)
          as "secondsToPaidP50"
      from orders where ${within('created_at')} and status <> 'imported'
    ) as placed
    cross join lateral (select count(*)::int as paid from orders where ${within('paid_at')}) as paid
    cross join lateral (
      select coalesce(sum(paid_amount_cents), 0)::float8 as "revenueCents",
        (count(*) filter (where gateway = ${MANUAL_GATEWAY}))::int as "manualOrders",
        coalesce(sum(paid_amount_cents) filter (where gateway = ${MANUAL_GATEWAY}), 0)::float8 as "manualCents"
      from charges where ${within('paid_at')}
    ) as received
    cross join lateral (
      select count(*)::int as refunds, coalesce(sum(amount_cents), 0)::float8 as "refundCents"
      from refunds where status = 'refunded' and ${within('settled_at')}
    ) as refunded
    cross join lateral (
      select count(*)::int as chargebacks, coalesce(sum(charged_back_cents), 0)::float8 as "chargebackCents"
      from charges where charged_back_cents > 0 and ${within('charged_back_at')}
    ) as taken_back
    cross join lateral (
      select count(*)::int as delivered,
        percentile_cont(0.5) within group (order by minutes) as "minutesP50",
        percentile_cont(0.95) within group (order by minutes) as "minutesP95",
        (count(*) filter (where is_on_time))::int as "deliveredOnTime"
      from (
        select ${minutesToDeliver} as minutes,
          completed_at <= ${promisedAt(settings)} and not was_late as is_on_time
        from orders where ${within('completed_at')} and paid_at is not null
      ) as each_order
    ) as delivered
    order by number`.execute(db);
  return rows;
}

/** On the clocks of São Paulo. */
const startOf = ({ from, hour = 0 }: SpanPiece) => `${from} ${hour}:00`;
const endOf = ({ to, hour }: SpanPiece) =>
  hour === undefined ? `${addDays(to, 1)} 0:00` : `${to} ${hour + 1}:00`;
