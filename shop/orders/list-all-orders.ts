import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import type { Database, OrderStatus, RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { readOrderMoney } from '#shop/refunds/order-money.ts';
import { readCursor, writeCursor, type OwnOrder } from './list-own-orders.ts';

/** An order as staff read it, with the field names of spec section 3; sums in reais. */
export interface StaffOrder extends Omit<OwnOrder, 'refund_due_amount'> {
  /** null once the account is gone. */
  user_id: string | null;
  /** Owed and not sent, or tried and failed. */
  refunds_due: { amount: number; reason: RefundReason }[];
  /** Payments of the wrong sum, which wait for a decision of staff (ruling 4). */
  held_charges: { id: string; amount: number; paid_amount: number }[];
}

export interface StaffOrderSearch {
  /** Absent: all but unpaid ones, which staff see only when they ask for them (ruling 3). */
  status?: OrderStatus | undefined;
  /** The beginning of an order's id, or a part of the customer's name or e-mail. */
  q?: string | undefined;
  /** Only orders with money to decide about: held, or due back. Unpaid ones included. */
  attention?: boolean | undefined;
  cursor?: string | null | undefined;
}

export const STAFF_ORDERS_PAGE = 25;
// No name is nearly this long. Also bounds what one search costs, whatever was sent.
const LONGEST_QUERY = 100;

type Filter = ExpressionWrapper<Database, 'orders', SqlBool>;

/** Newest first; `nextCursor` null on the last page. */
export async function listAllOrders(
  ctx: ShopContext,
  { status, q = '', attention = false, cursor }: StaffOrderSearch,
): Promise<{ orders: StaffOrder[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor) : null;
  const words = q.trim().slice(0, LONGEST_QUERY);
  let query = ctx.db
    .selectFrom('orders')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(STAFF_ORDERS_PAGE + 1);
  if (status) query = query.where('status', '=', status);
  else if (!attention) query = query.where('status', '<>', 'awaiting_payment');
  if (attention) query = query.where(needsAttention);
  if (words !== '') query = query.where((eb) => mentions(eb, words));
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, STAFF_ORDERS_PAGE);
  const last = page.at(-1);
  if (!last) return { orders: [], nextCursor: null };

  const ids = page.map((row) => row.id);
  const [items, refunds, held, money] = await Promise.all([
    ctx.db.selectFrom('order_items').selectAll().where('order_id', 'in', ids).orderBy('position').execute(),
    ctx.db
      .selectFrom('attention')
      .innerJoin('refunds', 'refunds.id', 'attention.refund_id')
      .select(['refunds.order_id', 'refunds.amount_cents', 'refunds.reason'])
      .where('refunds.order_id', 'in', ids)
      .where('attention.kind', 'in', ['refund_due', 'refund_failed'])
      .orderBy('refunds.created_at')
      .execute(),
    ctx.db
      .selectFrom('charges')
      .select(['id', 'order_id', 'amount_cents', 'paid_amount_cents'])
      .where('order_id', 'in', ids)
      .where('status', '=', 'held')
      .orderBy('created_at')
      .execute(),
    readOrderMoney(ctx.db, ids),
  ]);
  return {
    orders: page.map((row) => ({
      id: row.id,
      user_id: row.user_id,
      status: row.status,
      customer_name: row.customer_name,
      customer_email: row.customer_email,
      total_amount: row.total_cents / 100,
      description: row.description,
      attention: row.attention,
      created_at: row.created_at.toISOString(),
      payment_method: row.payment_method,
      download_link_sent_at: row.download_link_sent_at?.toISOString() ?? null,
      refunded_amount: (money.get(row.id)?.returnedCents ?? 0) / 100,
      is_refunded: money.get(row.id)?.isRefunded ?? false,
      refunds_due: refunds
        .filter((refund) => refund.order_id === row.id)
        .map((refund) => ({ amount: refund.amount_cents / 100, reason: refund.reason })),
      held_charges: held
        .filter((charge) => charge.order_id === row.id)
        .map((charge) => ({
          id: charge.id,
          amount: charge.amount_cents / 100,
          paid_amount: (charge.paid_amount_cents ?? 0) / 100,
        })),
      order_items: items
        .filter((item) => item.order_id === row.id)
        .map(({ position: _position, price_cents: _price, ...item }) => item),
    })),
    nextCursor: rows.length > STAFF_ORDERS_PAGE ? writeCursor(last) : null,
  };
}

/** What the clerk sees above the list: how much waits for links, and how much for a decision about money. */
export async function countOpenOrders(ctx: ShopContext): Promise<{ pending: number; attention: number }> {
  const count = (filter: (eb: ExpressionBuilder<Database, 'orders'>) => Filter) =>
    ctx.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where(filter)
      .executeTakeFirstOrThrow();
  const [pending, attention] = await Promise.all([
    count((eb) => eb('status', '=', 'pending')),
    count(needsAttention),
  ]);
  return { pending: Number(pending.n), attention: Number(attention.n) };
}

function needsAttention(eb: ExpressionBuilder<Database, 'orders'>): Filter {
  return eb('orders.id', 'in', (sub) =>
    sub.selectFrom('attention').select('attention.order_id').where('attention.kind', '<>', 'refund_slow'),
  );
}

// Letters as Portuguese writes them, because `lower` of the embedded database knows ASCII alone and a clerk
// types "joao" for João.
const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
const PLAIN = ACCENTED.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function mentions(eb: ExpressionBuilder<Database, 'orders'>, words: string): Filter {
  const plain = words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const part = `%${escapeLike(plain)}%`;
  const folded = (column: 'customer_name' | 'customer_email') =>
    sql<string>`translate(lower(${sql.ref(column)}), ${ACCENTED}, ${PLAIN})`;
  const idStart = /^(?:pedido\s*)?#?([0-9a-f-]{1,36})$/.exec(plain)?.[1];
  return eb.or([
    eb(folded('customer_name'), 'like', part),
    eb(folded('customer_email'), 'like', part),
    ...(idStart ? [eb(sql<string>`orders.id::text`, 'like', `${idStart}%`)] : []),
  ]);
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
