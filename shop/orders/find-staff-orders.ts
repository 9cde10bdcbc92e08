import { sql } from 'kysely';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import { isAfter } from '#shop/pagination/page.ts';
import { matchOrder, type OrderFilter } from './match-order.ts';
import { needsAttention } from './needs-attention.ts';

export interface StaffOrderSearch {
  /** Absent: all but unpaid orders, which staff see only on request (ruling 3). */
  status?: OrderStatus | undefined;
  /** See `matchOrder`. */
  q?: string | undefined;
  /** Only orders with money to decide about: held, or due back. Includes unpaid orders. */
  attention?: boolean | undefined;
  /** Only paid orders whose promise has passed. */
  late?: boolean | undefined;
  /** `due`: what waits for staff, the first to be late at the top. Other orders have no such sequence. */
  sort?: 'due' | 'newest' | undefined;
  cursor?: string | null | undefined;
}

/** A search reads so many of the newest orders one by one before it uses the word index. */
const RECENT = 5000;

/**
 * Newest first, at most `limit`. A search runs in one of two ways. The database cannot choose, because it does not
 * know how many orders contain a word. A frequent word ("maria") is found soon among the newest orders, while the
 * index would return a tenth of all. A rare word is found by the index, while a walk by time would read all orders
 * (docs/decisions/growing-lists.md).
 */
export async function findStaffOrders(
  ctx: ShopContext,
  { q = '', attention = false, ...rest }: StaffOrderSearch,
  limit: number,
): Promise<OrderRow[]> {
  if (isQueue(rest)) return findInQueue(ctx, { q, attention, ...rest }, limit);
  const inTime = listed(ctx, { ...rest, attention });
  if (q.trim() === '') {
    if (attention) return findAll(ctx, inTime, [needsAttention], limit);
    return newestFirst(inTime).limit(limit).execute();
  }
  for (const match of matchOrder(q)) {
    const rows = attention
      ? await findAll(ctx, inTime, [needsAttention, match], limit)
      : await search(ctx, inTime, match, limit);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** Orders of an earlier release have no due date, and stand by their payment. */
const DUE = sql<Date>`coalesce(due_at, paid_at)`;

export const isQueue = ({ status, late, sort }: StaffOrderSearch): boolean =>
  (sort === 'due' || (late === true && sort !== 'newest')) && (status ?? 'pending') === 'pending';

export const cursorInQueue = ({ due_at, paid_at, created_at, id }: OrderRow) => ({
  at: due_at ?? paid_at ?? created_at,
  id,
});

/** What waits is few, also in a large shop: one index has it in this sequence, and a search reads it through. */
async function findInQueue(
  ctx: ShopContext,
  { q = '', attention, late, cursor }: StaffOrderSearch,
  limit: number,
): Promise<OrderRow[]> {
  const end = cursor ? readCursor(cursor) : null;
  let query = ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', sql.lit('pending'))
    .orderBy(DUE)
    .orderBy('id')
    .limit(limit);
  if (end) query = query.where(sql<boolean>`(${DUE}, id) > (${end.at}, ${end.id})`);
  if (late) query = query.where('due_at', '<', ctx.now());
  if (attention) query = query.where(needsAttention);
  if (q.trim() === '') return query.execute();
  for (const match of matchOrder(q)) {
    const rows = await query.where(match).execute();
    if (rows.length > 0) return rows;
  }
  return [];
}

async function search(
  ctx: ShopContext,
  inTime: ReturnType<typeof listed>,
  match: OrderFilter,
  limit: number,
): Promise<OrderRow[]> {
  const recent = await ctx.db
    .selectFrom(newestFirst(inTime).limit(RECENT).as('orders'))
    .selectAll()
    .where(match)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return recent.length === limit ? recent : findAll(ctx, inTime, [match], limit);
}

function newestFirst(inTime: ReturnType<typeof listed>) {
  return inTime.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
}

/** The orders that a filter and a cursor select, before any search. */
function listed(
  ctx: ShopContext,
  { status, attention, cursor, late }: Pick<StaffOrderSearch, 'status' | 'attention' | 'cursor' | 'late'>,
) {
  let query = ctx.db.selectFrom('orders').where(isAfter(cursor));
  if (late) query = query.where('status', '=', sql.lit('pending')).where('due_at', '<', ctx.now());
  if (status) return query.where('status', '=', status);
  // Literal values, because an index covers exactly these.
  return attention ? query : query.where('status', '<>', sql.lit('awaiting_payment'));
}

/** Collects all matches, then sorts. Materialized, so that the planner does not walk the orders by time. */
async function findAll(
  ctx: ShopContext,
  inTime: ReturnType<typeof listed>,
  filters: OrderFilter[],
  limit: number,
): Promise<OrderRow[]> {
  const matching = inTime
    .select(['id', 'created_at'])
    .where((eb) => eb.and(filters.map((filter) => filter(eb))));
  return ctx.db
    .with(
      (cte) => cte('found').materialized(),
      () => matching,
    )
    .with('page', (db) =>
      db.selectFrom('found').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit),
    )
    .selectFrom('page')
    .innerJoin('orders', 'orders.id', 'page.id')
    .selectAll('orders')
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute();
}
