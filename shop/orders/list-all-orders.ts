import type { OrderRow, RefundReason } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { readOrderMoney } from '#shop/states/read-order-money.ts';
import { findStaffOrders, type StaffOrderSearch } from './find-staff-orders.ts';
import { writeCursor } from '#shop/paging/cursor.ts';
import { MOST_COUNTED } from '#shop/paging/most-counted.ts';
import type { OwnOrder, OwnOrderItem } from './list-own-orders.ts';
import type { OrderFilter } from './match-order.ts';
import { needsAttention } from './needs-attention.ts';

/** An order as staff read it, with the field names of spec section 3; sums in reais. */
export interface StaffOrder extends Omit<OwnOrder, 'refund_due_amount' | 'order_items'> {
  /** With each link as it stands, whatever the buyer sees of it. `kept` false: its money goes or went back. */
  order_items: (OwnOrderItem & { kept: boolean })[];
  /** null once the account is gone. */
  user_id: string | null;
  /** Owed and not sent, or tried and failed. */
  refunds_due: { amount: number; reason: RefundReason }[];
  /** Payments of the wrong sum, which wait for a decision of staff (ruling 4). */
  held_charges: { id: string; amount: number; paid_amount: number }[];
}

export const STAFF_ORDERS_PAGE = 25;

/** Newest first; `nextCursor` null on the last page. */
export async function listAllOrders(
  ctx: ShopContext,
  search: StaffOrderSearch,
): Promise<{ orders: StaffOrder[]; nextCursor: string | null }> {
  const rows = await findStaffOrders(ctx, search, STAFF_ORDERS_PAGE + 1);
  const page = rows.slice(0, STAFF_ORDERS_PAGE);
  const last = page.at(-1);
  return {
    orders: await describeOrders(ctx, page),
    nextCursor: last && rows.length > STAFF_ORDERS_PAGE ? writeCursor(last) : null,
  };
}

/** These orders with all that the panel shows of one, in the same order. */
export async function describeOrders(ctx: ShopContext, rows: OrderRow[]): Promise<StaffOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
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
  return rows.map((row) => ({
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
      .map(({ position: _position, price_cents: _price, paid_cents: _paid, ...item }) => item),
  }));
}

/** What the clerk sees above the list: how much waits for links, and how much for a decision about money. */
export async function countOpenOrders(ctx: ShopContext): Promise<{ pending: number; attention: number }> {
  const count = async (filter: OrderFilter) => {
    const some = ctx.db.selectFrom('orders').select('orders.id').where(filter).limit(MOST_COUNTED);
    const { n } = await ctx.db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const [pending, attention] = await Promise.all([
    count((eb) => eb('orders.status', '=', 'pending')),
    count(needsAttention),
  ]);
  return { pending, attention };
}
