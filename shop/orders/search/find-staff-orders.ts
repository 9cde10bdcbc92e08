import { sql } from 'kysely';
import type { OrderRow, OrderStatus } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { readCursor } from '#shop/pagination/cursor.ts';
import { isAfter } from '#shop/pagination/page.ts';
import { dueFirst, WITHOUT_CLOCK } from '#shop/states/due-first.ts';
import { digestTaxId } from '#shop/secrets/digest-tax-id.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { matchOrder, type OrderFilter } from './match-order.ts';
import { needsAttention } from './needs-attention.ts';

export interface StaffOrderSearch {
  /** Absent: all but unpaid orders and those of another shop, which staff see only on request. */
  status?: OrderStatus | undefined;
  /** See `matchOrder`. */
  q?: string | undefined;
  /** Only orders with money to decide about: held, or due back. Includes unpaid orders. */
  attention?: boolean | undefined;
  /** Only paid orders whose promise has passed. */
  late?: boolean | undefined;
  /** `due`: what waits for staff, the first to be late at the top. Other orders have no such sequence. */
  sort?: 'due' | 'newest' | undefined;
  /** Days of São Paulo, `2026-11-22`, both of them included: when the order was placed. */
  from?: string | undefined;
  to?: string | undefined;
  /** Its key. */
  skin?: string | undefined;
  /** A CPF or CNPJ; its signs do not count. */
  cpf?: string | undefined;
  /** Only these, in any state. */
  ids?: string[] | undefined;
  cursor?: string | null | undefined;
}

/** Days are the shop's. */
const ZONE = sql.lit(SHOP_ZONE);

/** A search reads so many of the newest orders one by one before it uses the word index. */
const RECENT = 5000;
/** The same of a skin, whose orders lie apart from each other. */
const RECENT_OF_SKIN = 1000;

/**
 * Newest first, at most `limit`. A search runs in one of two ways. The database cannot choose, because it does not
 * know how many orders contain a word. A frequent word ("maria") is found soon among the newest orders, while the
 * index would return a tenth of all. A rare word is found by the index, while a walk by time would read all orders
 * (docs/decisions/growing-lists.md).
 */
export async function findStaffOrders(
  ctx: ShopContext,
  search: StaffOrderSearch,
  limit: number,
): Promise<OrderRow[]> {
  if (isQueue(search)) return findInQueue(ctx, search, limit);
  const inTime = listed(ctx, search);
  // Few orders have one of these, and an index knows which.
  const few = [
    ...(search.attention ? [needsAttention] : []),
    ...(search.cpf ? [hasTaxId(ctx, search.cpf)] : []),
  ];
  const some = search.skin ? [hasSkin(search.skin)] : [];
  const isBySkin = few.length === 0 && hasSkinInTime(search);
  for (const words of matchWords(search.q)) {
    const filters = [...some, ...words];
    if (few.length === 0 && filters.length === 0) return newestFirst(inTime).limit(limit).execute();
    const recent =
      few.length > 0
        ? []
        : isBySkin
          ? await findAmongNewestOfSkin(ctx, inTime, search, words, limit)
          : await findAmongNewest(ctx, inTime, filters, limit);
    const rows = recent.length === limit ? recent : await findAll(ctx, inTime, [...few, ...filters], limit);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** The filters of a typed text, to be tried until one finds an order. Without a text one try, which filters nothing. */
const matchWords = (q = ''): OrderFilter[][] =>
  q.trim() === '' ? [[]] : matchOrder(q).map((match) => [match]);

const hasTaxId =
  (ctx: ShopContext, cpf: string): OrderFilter =>
  (eb) =>
    eb.and([
      eb(
        'orders.customer_tax_id_digest',
        '=',
        digestTaxId(ctx.settings.sealingKey, cpf.toUpperCase().replace(/[^0-9A-Z]/g, '')),
      ),
      // A literal value, because an index covers exactly these.
      eb('orders.customer_tax_id_digest', '<>', sql.lit('')),
    ]);

const hasSkin =
  (sku: string): OrderFilter =>
  (eb) =>
    eb('orders.id', 'in', (sub) =>
      sub.selectFrom('order_items').select('order_items.order_id').where('order_items.sku', '=', sku),
    );

export const isQueue = ({ status, late, sort }: StaffOrderSearch): boolean =>
  (sort === 'due' || (late === true && sort !== 'newest')) && (status ?? 'pending') === 'pending';

export const cursorInQueue = ({ due_at, id }: OrderRow) => ({ at: due_at ?? WITHOUT_CLOCK, id });

/** What waits is few, also in a large shop: one index has it in this sequence, and a search reads it through. */
async function findInQueue(
  ctx: ShopContext,
  { q, attention, late, cursor, from, to, skin, cpf, ids }: StaffOrderSearch,
  limit: number,
): Promise<OrderRow[]> {
  const end = cursor ? readCursor(cursor) : null;
  let query = ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', sql.lit('pending'))
    .orderBy(dueFirst)
    .orderBy('id')
    .limit(limit);
  if (end) query = query.where(sql<boolean>`(${dueFirst}, id) > (${end.at}, ${end.id})`);
  if (late) query = query.where('due_at', '<', ctx.now());
  if (attention) query = query.where(needsAttention);
  if (skin) query = query.where(hasSkin(skin));
  if (cpf) query = query.where(hasTaxId(ctx, cpf));
  if (ids) query = query.where('id', 'in', ids);
  query = query.where(isPlacedWithin(from, to));
  for (const words of matchWords(q)) {
    const rows = await words.reduce((narrowed, match) => narrowed.where(match), query).execute();
    if (rows.length > 0) return rows;
  }
  return [];
}

function findAmongNewest(
  ctx: ShopContext,
  inTime: ReturnType<typeof listed>,
  filters: OrderFilter[],
  limit: number,
): Promise<OrderRow[]> {
  return ctx.db
    .selectFrom(newestFirst(inTime).limit(RECENT).as('orders'))
    .selectAll()
    .where((eb) => eb.and(filters.map((filter) => filter(eb))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Of few states the orders are fewer than those of a skin. */
const isOfFew = ({ status, late }: StaffOrderSearch) =>
  late === true || status === 'pending' || status === 'awaiting_payment';

/** Whether the orders of a skin are read in the sequence of their items. */
const hasSkinInTime = (search: StaffOrderSearch) => search.skin !== undefined && !isOfFew(search);

function findAmongNewestOfSkin(
  ctx: ShopContext,
  inTime: ReturnType<typeof listed>,
  { skin, cursor, from, to }: StaffOrderSearch,
  filters: OrderFilter[],
  limit: number,
): Promise<OrderRow[]> {
  const end = cursor ? readCursor(cursor) : null;
  const newest = ctx.db
    .selectFrom('order_items')
    .select(['order_id', 'placed_at'])
    .where('sku', '=', skin ?? '')
    .where(isPlacedWithin(from, to, 'placed_at'))
    .$if(end !== null, (query) => query.where(sql<boolean>`(placed_at, order_id) < (${end?.at}, ${end?.id})`))
    .orderBy('placed_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(RECENT_OF_SKIN);
  return inTime
    .innerJoin(newest.as('item'), 'item.order_id', 'orders.id')
    .selectAll('orders')
    .where((eb) => eb.and(filters.map((filter) => filter(eb))))
    .orderBy('item.placed_at', 'desc')
    .orderBy('item.order_id', 'desc')
    .limit(limit)
    .execute();
}

function newestFirst(inTime: ReturnType<typeof listed>) {
  return inTime.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
}

/** The orders that a filter and a cursor select, before any search. */
function listed(ctx: ShopContext, { status, attention, cursor, late, from, to, ids }: StaffOrderSearch) {
  let query = ctx.db.selectFrom('orders').where(isAfter(cursor)).where(isPlacedWithin(from, to));
  if (late) query = query.where('status', '=', sql.lit('pending')).where('due_at', '<', ctx.now());
  if (ids) query = query.where('id', 'in', ids);
  if (status) return query.where('status', '=', status);
  // Literal values, because an index covers exactly these.
  return attention || ids
    ? query
    : query.where('status', '<>', sql.lit('awaiting_payment')).where('status', '<>', sql.lit('imported'));
}

function isPlacedWithin(from: string | undefined, to: string | undefined, time = 'created_at') {
  const at = sql.ref(time);
  const first = from ? sql`${at} >= (${from}::date)::timestamp at time zone ${ZONE}` : sql`true`;
  const last = to ? sql`${at} < (${to}::date + 1)::timestamp at time zone ${ZONE}` : sql`true`;
  return sql<boolean>`(${first} and ${last})`;
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
