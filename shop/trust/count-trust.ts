import { sql, type RawBuilder } from 'kysely';
import type { ShopContext } from '#shop/context.ts';
import { addDays, dayOf } from '#shop/numbers/day-span.ts';
import { minutesToDeliver, promisedAt } from '#shop/numbers/promised-at.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { MIN_TOTAL_CENTS } from '#shop/pricing/quote-purchase.ts';
import { isShown } from '#shop/reviews/review.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';

/** How many days the page shows one by one. */
const DAYS = 30;

export interface Counted {
  /** When the first order that counts was paid; null: there is none. */
  since: Date | null;
  paid: number;
  /** Delivered, or promised until a moment that has passed, or had passed when it was cancelled or its clock stopped. */
  decided: number;
  onTime: number;
  minutesP50: number | null;
  minutesP95: number | null;
  /** Orders of which any money went back. */
  refunded: number;
  /** Orders of which a bank took money back, or said that it will. */
  disputesLost: number;
}

export interface CountedDay {
  /** Of São Paulo, as `2026-11-22`. */
  day: string;
  /** Paid on that day. */
  orders: number;
  decided: number;
  onTime: number;
}

/**
 * Paid by a stranger's own money: what staff entered by hand, what came from another shop and what a code made as good as
 * free say nothing of the shop (docs/rulings.md, 'Honest numbers').
 */
const counts = sql<boolean>`orders.paid_at is not null
  and not (orders.discount_cents > 0 and orders.total_cents <= ${sql.lit(MIN_TOTAL_CENTS)})
  and orders.id in (select order_id from charges where charges.paid_at is not null
    and charges.gateway <> ${MANUAL_GATEWAY})`;

export async function countTrust({ db, settings, now }: ShopContext): Promise<Counted> {
  const { decided, onTime } = judged(settings, now());
  const { rows } = await sql<Counted>`
    select min(paid_at) as since, count(*)::int as paid,
      (count(*) filter (where ${decided}))::int as decided, (count(*) filter (where ${onTime}))::int as "onTime",
      percentile_cont(0.5) within group (order by ${minutesToDeliver}) as "minutesP50",
      percentile_cont(0.95) within group (order by ${minutesToDeliver}) as "minutesP95",
      count(back.order_id)::int as refunded, count(lost.order_id)::int as "disputesLost"
    from orders
    left join (
      select order_id from refunds where status = 'refunded'
      union select order_id from charges where charged_back_cents > 0
    ) as back on back.order_id = orders.id
    left join (
      select order_id from charges where charged_back_cents > 0
      union select order_id from disputes where state = 'lost'
    ) as lost on lost.order_id = orders.id
    where ${counts}`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('An aggregate has a row, be it of zeros.');
  return counted;
}

/** The days up to today, oldest first. */
export async function countDays({ db, settings, now }: ShopContext): Promise<CountedDay[]> {
  const today = dayOf(now());
  const first = addDays(today, 1 - DAYS);
  const zone = sql.lit(SHOP_ZONE);
  const { decided, onTime } = judged(settings, now());
  const { rows } = await sql<CountedDay>`
    select to_char(paid_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as orders,
      (count(*) filter (where ${decided}))::int as decided, (count(*) filter (where ${onTime}))::int as "onTime"
    from orders where ${counts} and paid_at >= ${first}::date::timestamp at time zone ${zone}
    group by day`.execute(db);
  return Array.from({ length: DAYS }, (_, n) => {
    const day = addDays(first, n);
    return rows.find((row) => row.day === day) ?? { day, orders: 0, decided: 0, onTime: 0 };
  });
}

function judged(
  settings: { promiseMinutes: number },
  now: Date,
): { decided: RawBuilder<boolean>; onTime: RawBuilder<boolean> } {
  const promised = promisedAt(settings);
  return {
    decided: sql`orders.completed_at is not null or orders.was_late or (orders.status = 'pending' and orders.due_at < ${now}::timestamptz)
      or (orders.status = 'cancelled' and orders.due_at < orders.cancelled_at)`,
    onTime: sql`orders.completed_at <= ${promised} and not orders.was_late`,
  };
}

/** Of every review that everybody reads, where the skin came with an order that counts. */
export async function countStars({ db }: ShopContext): Promise<{ average: number | null; count: number }> {
  const { count, average } = await db
    .selectFrom('reviews')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number | null>`avg(stars)::float8`.as('average'),
    ])
    .where(isShown)
    .where(
      sql<boolean>`exists (select from user_collection owned join orders on orders.id = owned.order_id
        where owned.user_id = reviews.user_id and owned.sku = reviews.sku and ${counts})`,
    )
    .executeTakeFirstOrThrow();
  return { count: Number(count), average };
}
