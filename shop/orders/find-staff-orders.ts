import { sql } from 'kysely';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { isAfter } from '#shop/pagination/page.ts';
import { matchOrder, type OrderFilter } from './match-order.ts';
import { needsAttention } from './needs-attention.ts';

export interface StaffOrderSearch {
  /** Absent: all but unpaid ones, which staff see only when they ask for them (ruling 3). */
  status?: OrderStatus | undefined;
  /** See `matchOrder`. */
  q?: string | undefined;
  /** Only orders with money to decide about: held, or due back. Unpaid ones included. */
  attention?: boolean | undefined;
  cursor?: string | null | undefined;
}

/** So many of the newest orders are looked through one by one before the index of all words is asked. */
const RECENT = 5000;

/**
 * Newest first, at most `limit`. A search is answered in one of two ways, and the database must not choose,
 * because it cannot know how many orders have a word: a frequent one ("maria") is found soon among the newest
 * orders, where the index would hand out a tenth of all; a rare one is found by the index, where going through
 * the orders by time would read them all (docs/decisions/growing-lists.md).
 */
export async function findStaffOrders(
  ctx: ShopContext,
  { q = '', attention = false, ...rest }: StaffOrderSearch,
  limit: number,
): Promise<OrderRow[]> {
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

/** Which orders a filter and a cursor leave, before any search. */
function listed(
  ctx: ShopContext,
  { status, attention, cursor }: Pick<StaffOrderSearch, 'status' | 'attention' | 'cursor'>,
) {
  const query = ctx.db.selectFrom('orders').where(isAfter(cursor));
  if (status) return query.where('status', '=', status);
  // Spelled out, because an index covers just these.
  return attention ? query : query.where('status', '<>', sql.lit('awaiting_payment'));
}

/** Collects all that match, then sorts: materialized, so that nobody goes through the orders by time instead. */
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
