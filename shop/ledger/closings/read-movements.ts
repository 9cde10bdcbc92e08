import { sql } from 'kysely';
import type { Executor } from '#db/client.server.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { dayIn } from '../reconciliation/read-sides.ts';

/** Money that moved, or what is more or less of it than was closed before. */
export interface Movement {
  kind: 'payment' | 'refund' | 'return';
  /** The charge, or the refund. */
  movementId: string;
  day: string;
  /** Below zero: it left. */
  amountCents: number;
  feeCents: number;
  isFeeKnown: boolean;
  /** An earlier closing has it. */
  isCorrection: boolean;
  orderId: string;
  chargeId: string;
  endToEndId: string | null;
  gateway: string;
  customerName: string;
  sealedTaxId: string;
}

/** What moved before the end of the month, as the books have it now, less what earlier closings have of it. */
export async function readMovements(db: Executor, month: string): Promise<Movement[]> {
  const end = sql`(${`${month}-01`}::date + interval '1 month')::timestamp at time zone ${sql.lit(SHOP_ZONE)}`;
  const { rows } = await sql<Movement>`
    with moved as (
      select 'payment' as kind, id, id as charge_id, paid_at as at, paid_amount_cents as cents, fee_cents
      from charges where paid_at < ${end} and paid_amount_cents > 0
      union all
      select 'refund', id, charge_id, settled_at, -amount_cents, null
      from refunds where status = 'refunded' and settled_at < ${end}
      union all
      select 'return', id, id, charged_back_at, -charged_back_cents, null
      from charges where charged_back_cents > 0 and charged_back_at < ${end}
    ), closed as (
      select kind, movement_id, sum(amount_cents)::int as cents, sum(fee_cents)::int as fee
      from closing_lines group by kind, movement_id
    )
    select moved.kind, moved.id as "movementId", ${dayIn(sql`moved.at`)} as day,
      moved.cents - coalesce(closed.cents, 0) as "amountCents",
      coalesce(moved.fee_cents, 0) - coalesce(closed.fee, 0) as "feeCents", moved.fee_cents is not null as "isFeeKnown",
      closed.movement_id is not null as "isCorrection",
      orders.id as "orderId", charges.id as "chargeId", charges.end_to_end_id as "endToEndId", charges.gateway,
      orders.customer_name as "customerName", orders.customer_tax_id_sealed as "sealedTaxId"
    from moved
    join charges on charges.id = moved.charge_id
    join orders on orders.id = charges.order_id
    left join closed on closed.kind = moved.kind and closed.movement_id = moved.id
    where closed.movement_id is null or moved.cents <> closed.cents or coalesce(moved.fee_cents, 0) <> closed.fee
    order by moved.at, moved.kind, moved.id`.execute(db);
  return rows;
}
