import { sql, type RawBuilder } from 'kysely';

/** Until when an order was promised. Those that were paid before the shop kept it: by the promise of today. */
export const promisedAt = ({ promiseMinutes }: { promiseMinutes: number }): RawBuilder<Date> =>
  sql<Date>`coalesce(orders.due_at, orders.paid_at + make_interval(mins => ${promiseMinutes}::int))`;

/**
 * Of a delivered order. The receiver of a gift who takes another skin starts its clock anew. null: some of it was sold
 * ahead, and came when its file came.
 */
export const minutesToDeliver = sql<number | null>`(case
  when orders.id not in (select order_id from order_items where preorder_until is not null)
  then extract(epoch from orders.completed_at - coalesce(orders.exchanged_at, orders.paid_at)) / 60 end)::float8`;
