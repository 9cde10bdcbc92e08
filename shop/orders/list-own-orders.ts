import type { OrderItemRow, OrderRow } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import { visibleLink } from '#shop/delivery/visible-link.ts';
import { readCursor, writeCursor } from '#shop/paging/cursor.ts';
import { readOrderMoney, type OrderMoney } from '#shop/states/read-order-money.ts';

/** An order as its buyer reads it, with the field names of spec section 3. `total_amount` and `price` in reais. */
export interface OwnOrder {
  id: string;
  status: OrderRow['status'];
  customer_name: string;
  customer_email: string;
  total_amount: number;
  description: string;
  attention: OrderRow['attention'];
  created_at: string;
  payment_method: string;
  download_link_sent_at: string | null;
  /** Sum that goes back to the buyer and has not arrived yet, in reais; 0 when nothing does. */
  refund_due_amount: number;
  /** Sum that went back, in reais. */
  refunded_amount: number;
  /** Everything that was paid went back. */
  is_refunded: boolean;
  order_items: OwnOrderItem[];
}

export interface OwnOrderItem {
  id: string;
  order_id: string;
  champion_id: string;
  skin_num: number;
  skin_name: string;
  champion_name: string;
  splash_art_url: string;
  /** null until the order is complete, and again once its money went back. */
  download_link: string | null;
}

export const OWN_ORDERS_PAGE = 50;

/** Newest first, from before `cursor` on; `nextCursor` null on the last page. */
export async function listOwnOrders(
  ctx: ShopContext,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<{ orders: OwnOrder[]; nextCursor: string | null }> {
  const after = cursor === null ? null : readCursor(cursor);
  let query = ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_ORDERS_PAGE + 1);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, OWN_ORDERS_PAGE);
  const ids = page.map((row) => row.id);
  if (ids.length === 0) return { orders: [], nextCursor: null };

  const items = await ctx.db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute();
  const money = await readOrderMoney(ctx.db, ids);
  const owed = await ctx.db
    .selectFrom('attention')
    .select(['order_id', 'amount_cents'])
    .where('order_id', 'in', ids)
    .where('kind', 'in', ['refund_due', 'refund_failed', 'refund_slow'])
    .execute();
  const last = page.at(-1);
  return {
    orders: page.map((row) =>
      present(
        row,
        items.filter((item) => item.order_id === row.id),
        owed.filter((refund) => refund.order_id === row.id).reduce((sum, each) => sum + each.amount_cents, 0),
        money.get(row.id),
      ),
    ),
    nextCursor: rows.length > OWN_ORDERS_PAGE && last ? writeCursor(last) : null,
  };
}

function present(
  order: OrderRow,
  items: OrderItemRow[],
  refundDueCents: number,
  money: OrderMoney | undefined,
): OwnOrder {
  return {
    id: order.id,
    status: order.status,
    customer_name: order.customer_name,
    customer_email: order.customer_email,
    total_amount: order.total_cents / 100,
    description: order.description,
    attention: order.attention,
    created_at: order.created_at.toISOString(),
    payment_method: order.payment_method,
    download_link_sent_at: order.download_link_sent_at?.toISOString() ?? null,
    refund_due_amount: refundDueCents / 100,
    refunded_amount: (money?.returnedCents ?? 0) / 100,
    is_refunded: money?.isRefunded ?? false,
    order_items: items.map((item) => ({
      id: item.id,
      order_id: item.order_id,
      champion_id: item.champion_id,
      skin_num: item.skin_num,
      skin_name: item.skin_name,
      champion_name: item.champion_name,
      splash_art_url: item.splash_art_url,
      download_link: visibleLink(order, item),
    })),
  };
}
