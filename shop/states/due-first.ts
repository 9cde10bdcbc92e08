import { sql } from 'kysely';

/** Where an order without a due date stands in the queue: it waits for somebody else than staff. */
export const WITHOUT_CLOCK = new Date('2200-01-01T00:00:00Z');

/** Of a query on `orders`: what is due first stands first, what has no clock last. The index `orders_due` has this sequence. */
export const dueFirst = sql<Date>`coalesce(orders.due_at, '2200-01-01T00:00:00Z'::timestamptz)`;
