import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import { addDays, type DaySpan } from '#shop/numbers/day-span.ts';
import { inSpan } from '#shop/numbers/in-span.ts';
import { MANUAL_GATEWAY } from '#shop/payments/manual-gateway.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';

/** The day of São Paulo of a moment, as text. */
export const dayIn = (column: RawBuilder<unknown>) =>
  sql<string>`to_char(${column} at time zone ${sql.lit(SHOP_ZONE)}, 'YYYY-MM-DD')`;

/** A charge whose money is in the shop's books. */
export interface BookedCharge {
  id: string;
  gateway: string;
  gatewayChargeId: string | null;
  endToEndId: string | null;
  day: string;
  cents: number;
  feeCents: number;
  /** Of `cents`, what came a second time since the last list was read. */
  freshCents: number;
  /** What went back, with what is on its way; and what must have been in the list when it was read. */
  backMostCents: number;
  backLeastCents: number;
}

/** What one charge got in a provider's list; several Pix may have paid it. */
export interface ListedCharge {
  gateway: string;
  gatewayChargeId: string;
  chargeId: string | null;
  /** The oldest first. */
  parts: { id: string; day: string; cents: number }[];
  cents: number;
  backCents: number;
}

/** A bank posts what came on a Saturday on the Monday, or after a long weekend. */
const BANK_DAYS = 4;
export const aroundOf = ({ from, to }: DaySpan): DaySpan => ({
  from: addDays(from, -BANK_DAYS),
  to: addDays(to, BANK_DAYS),
});

/** The Monday after a weekend, else the day itself. */
export function postedBy(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
}

/** What was paid in these days, and what the providers' lists of these days are about, whenever that was paid. */
export async function readBooked(db: Executor, span: DaySpan): Promise<BookedCharge[]> {
  const { rows } = await sql<BookedCharge>`
    select charges.id, charges.gateway, gateway_charge_id as "gatewayChargeId", end_to_end_id as "endToEndId",
      ${dayIn(sql`paid_at`)} as day, paid_amount_cents as cents, coalesce(fee_cents, 0) as "feeCents",
      back.fresh as "freshCents",
      back.most + charged_back_cents as "backMostCents",
      back.least + case when charged_back_at < listed.fetched_at then charged_back_cents else 0 end as "backLeastCents"
    from charges
    left join provider_days as listed
      on listed.gateway = charges.gateway and listed.day = ${dayIn(sql`paid_at`)}
    left join lateral (
      select
        coalesce(sum(amount_cents) filter (where status in ('requested', 'processing', 'refunded')), 0)::int as most,
        coalesce(sum(amount_cents) filter (where status = 'refunded' and not is_manual
          and settled_at < listed.fetched_at), 0)::int as least,
        coalesce(sum(amount_cents) filter (where reason = 'paid_twice' and created_at >= (
          select (max(day)::date + 1)::timestamp at time zone ${sql.lit(SHOP_ZONE)} from provider_days as last
          where last.gateway = charges.gateway and last.fetched_at is not null)), 0)::int as fresh
      from refunds where refunds.charge_id = charges.id
    ) as back on true
    where charges.gateway <> ${MANUAL_GATEWAY} and paid_amount_cents > 0 and paid_at is not null
      and charges.id in (
        select id from charges where ${inSpan('paid_at', aroundOf(span))}
        union select charge_id from provider_payments where day between ${span.from} and ${span.to})
    order by paid_at, charges.id`.execute(db);
  return rows;
}

/** Every Pix of the charges that a list of these days names, or that the shop booked: the bank may post it days later. */
export async function readListed(db: Executor, span: DaySpan): Promise<ListedCharge[]> {
  const around = aroundOf(span);
  const { rows } = await sql<ListedCharge>`
    select gateway, gateway_charge_id as "gatewayChargeId", min(charge_id::text) as "chargeId",
      json_agg(json_build_object('id', end_to_end_id, 'day', day, 'cents', amount_cents)
        order by day, end_to_end_id) as parts,
      sum(amount_cents)::float8 as cents, sum(back_cents)::float8 as "backCents"
    from provider_payments
    where (gateway, gateway_charge_id) in (
        select gateway, gateway_charge_id from provider_payments where day between ${around.from} and ${around.to}
        union select gateway, gateway_charge_id from provider_payments
        where charge_id in (select id from charges where ${inSpan('paid_at', around)}))
    group by gateway, gateway_charge_id order by min(day), gateway_charge_id`.execute(db);
  return rows;
}
