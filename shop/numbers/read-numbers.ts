import { sql } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { listDays, type DaySpan } from './day-span.ts';
import { dayIn, inSpan } from './in-span.ts';

export interface Numbers {
  span: DaySpan;
  /** Placed in the span. */
  orders: number;
  /** Paid in the span, whenever they were placed. */
  paid: number;
  /** All that came in, whatever happened to it later. */
  revenueCents: number;
  /** What went back in the span, by refunds and by banks. */
  refundedCents: number;
  refunds: number;
  /** Charges of which a bank took money back. */
  chargebacks: number;
  manual: { orders: number; revenueCents: number };
  /** Of the orders that were placed in the span. null: there is none. */
  createdToPaid: { rate: number | null; secondsP50: number | null };
  delivery: Delivery;
  byDay: DayNumbers[];
}

/** Of the orders that were delivered in the span. null: there is none. */
export interface Delivery {
  delivered: number;
  minutesP50: number | null;
  minutesP95: number | null;
  /** From 0 to 1. */
  onTime: number | null;
}

export interface DayNumbers {
  day: string;
  orders: number;
  paid: number;
  revenueCents: number;
  minutesP50: number | null;
}

/** The figures of a span, each from one statement over an index. */
export async function readNumbers(ctx: ShopContext, span: DaySpan): Promise<Numbers> {
  const [placed, secondsP50, paid, received, refunded, takenBack, delivered] = await Promise.all([
    countPlaced(ctx, span),
    readSecondsToPaid(ctx, span),
    countPaid(ctx, span),
    sumReceived(ctx, span),
    sumRefunded(ctx, span),
    sumTakenBack(ctx, span),
    readDelivery(ctx, span),
  ]);
  const orders = sum(placed, 'orders');
  const placedOn = keyByDay(placed);
  const paidOn = keyByDay(paid);
  const receivedOn = keyByDay(received);
  const deliveredOn = keyByDay(delivered);
  const whole = deliveredOn.get(null);
  return {
    span,
    orders,
    paid: sum(paid, 'paid'),
    revenueCents: sum(received, 'cents'),
    refundedCents: refunded.cents + takenBack.cents,
    refunds: refunded.refunds,
    chargebacks: takenBack.charges,
    manual: { orders: sum(received, 'manualOrders'), revenueCents: sum(received, 'manualCents') },
    createdToPaid: { rate: orders === 0 ? null : sum(placed, 'paid') / orders, secondsP50 },
    delivery: {
      delivered: whole?.delivered ?? 0,
      minutesP50: whole?.minutesP50 ?? null,
      minutesP95: whole?.minutesP95 ?? null,
      onTime: whole?.delivered ? whole.onTime / whole.delivered : null,
    },
    byDay: listDays(span).map((day) => ({
      day,
      orders: placedOn.get(day)?.orders ?? 0,
      paid: paidOn.get(day)?.paid ?? 0,
      revenueCents: receivedOn.get(day)?.cents ?? 0,
      minutesP50: deliveredOn.get(day)?.minutesP50 ?? null,
    })),
  };
}

async function countPlaced({ db }: ShopContext, span: DaySpan) {
  const { rows } = await sql<{ day: string; orders: number; paid: number }>`
    select ${dayIn('created_at')} as day, count(*)::int as orders, count(paid_at)::int as paid
    from orders where status in ('awaiting_payment', 'pending', 'completed', 'cancelled')
      and ${inSpan('created_at', span)}
    group by day`.execute(db);
  return rows;
}

async function readSecondsToPaid({ db }: ShopContext, span: DaySpan): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from paid_at - created_at)::float8) as seconds
    from orders where status in ('awaiting_payment', 'pending', 'completed', 'cancelled')
      and ${inSpan('created_at', span)} and paid_at is not null`.execute(db);
  return rows[0]?.seconds ?? null;
}

async function countPaid({ db }: ShopContext, span: DaySpan) {
  const { rows } = await sql<{ day: string; paid: number }>`
    select ${dayIn('paid_at')} as day, count(*)::int as paid
    from orders where ${inSpan('paid_at', span)} group by day`.execute(db);
  return rows;
}

async function sumReceived({ db }: ShopContext, span: DaySpan) {
  const { rows } = await sql<{ day: string; cents: number; manualCents: number; manualOrders: number }>`
    select ${dayIn('paid_at')} as day, coalesce(sum(paid_amount_cents), 0)::float8 as cents,
      coalesce(sum(paid_amount_cents) filter (where gateway = ${MANUAL_GATEWAY}), 0)::float8 as "manualCents",
      (count(*) filter (where gateway = ${MANUAL_GATEWAY}))::int as "manualOrders"
    from charges where ${inSpan('paid_at', span)} group by day`.execute(db);
  return rows;
}

async function sumRefunded({ db }: ShopContext, span: DaySpan): Promise<{ cents: number; refunds: number }> {
  const { rows } = await sql<{ cents: number; refunds: number }>`
    select coalesce(sum(amount_cents), 0)::float8 as cents, count(*)::int as refunds
    from refunds where status = 'refunded' and ${inSpan('settled_at', span)}`.execute(db);
  return rows[0] ?? { cents: 0, refunds: 0 };
}

async function sumTakenBack({ db }: ShopContext, span: DaySpan): Promise<{ cents: number; charges: number }> {
  const { rows } = await sql<{ cents: number; charges: number }>`
    select coalesce(sum(charged_back_cents), 0)::float8 as cents, count(*)::int as charges
    from charges where charged_back_cents > 0 and ${inSpan('charged_back_at', span)}`.execute(db);
  return rows[0] ?? { cents: 0, charges: 0 };
}

/** One row for each day, and one without a day for all of them. */
async function readDelivery({ db, settings }: ShopContext, span: DaySpan) {
  const minutes = sql`(extract(epoch from completed_at - paid_at) / 60)::float8`;
  const { rows } = await sql<{
    day: string | null;
    delivered: number;
    minutesP50: number;
    minutesP95: number;
    onTime: number;
  }>`
    select ${dayIn('completed_at')} as day, count(*)::int as delivered,
      percentile_cont(0.5) within group (order by ${minutes}) as "minutesP50",
      percentile_cont(0.95) within group (order by ${minutes}) as "minutesP95",
      (count(*) filter (
        where completed_at <= coalesce(due_at, paid_at + make_interval(mins => ${settings.promiseMinutes}))
      ))::int as "onTime"
    from orders where ${inSpan('completed_at', span)} and paid_at is not null
    group by grouping sets ((day), ())`.execute(db);
  return rows;
}

function keyByDay<Row extends { day: string | null }>(rows: readonly Row[]): Map<string | null, Row> {
  return new Map(rows.map((row) => [row.day, row]));
}

function sum<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
