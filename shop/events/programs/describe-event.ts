import type { Executor } from '#db/client.server.ts';
import type { OrderItemRow, OrderRow } from '#db/schema.ts';
import { spellSku } from '#shop/catalog/sku.ts';
import { toReais } from '#shop/text/reais.ts';
import type { OrderData } from './event-data.ts';

const moment = (at: Date | null) => at?.toISOString() ?? null;

type Order = Pick<OrderRow, 'id' | 'user_id' | 'status' | 'total_cents' | 'discount_cents' | 'coupon_code'> &
  Pick<OrderRow, 'payment_method' | 'created_at' | 'paid_at' | 'due_at' | 'completed_at'>;
type Item = Pick<OrderItemRow, 'id' | 'order_id' | 'sku' | 'price_cents' | 'paid_cents'> & {
  state: string | null;
};

/** Column by column, so that a new one of the table goes nowhere by itself. */
export function describeOrderData(order: Order, items: readonly Item[]): OrderData {
  return {
    id: order.id,
    user_id: order.user_id,
    status: order.status,
    total_amount: toReais(order.total_cents),
    discount: toReais(order.discount_cents),
    coupon: order.coupon_code,
    payment_method: order.payment_method,
    created_at: order.created_at.toISOString(),
    due_at: moment(order.due_at),
    delivered_at: moment(order.completed_at),
    order_items: items.map((item) => ({
      id: item.id,
      order_id: item.order_id,
      ...spellSku(item.sku),
      price: toReais(item.price_cents),
      paid: toReais(order.paid_at === null ? 0 : (item.paid_cents ?? item.price_cents)),
      state: item.state,
    })),
  };
}

export async function readOrderData(db: Executor, orderId: string): Promise<{ order: OrderData }> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const items = await db
    .selectFrom('owed_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return { order: describeOrderData(order, items) };
}

export async function readRefundData(db: Executor, refundId: string) {
  const { id, order_id, amount_cents, status } = await db
    .selectFrom('refunds')
    .select(['id', 'order_id', 'amount_cents', 'status'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  return { ...(await readOrderData(db, order_id)), refund: { id, amount: toReais(amount_cents), status } };
}

export async function readDisputeData(db: Executor, disputeId: string) {
  const { id, order_id, state, answer_by } = await db
    .selectFrom('disputes')
    .select(['id', 'order_id', 'state', 'answer_by'])
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow();
  return { ...(await readOrderData(db, order_id)), dispute: { id, state, answer_by: moment(answer_by) } };
}

export async function readReplacedItemData(db: Executor, orderId: string, itemId: string) {
  const data = await readOrderData(db, orderId);
  const found = data.order.order_items.find(({ id }) => id === itemId);
  if (!found) throw new Error(`Item ${itemId} is not of order ${orderId}.`);
  const { id, champion_id, skin_num, sku } = found;
  return { ...data, item: { id, champion_id, skin_num, sku } };
}

export async function readGiftData(db: Executor, orderId: string) {
  const gift = await db
    .selectFrom('gifts')
    .select(['id', 'status'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { ...(await readOrderData(db, orderId)), gift };
}

export async function readReviewData(db: Executor, reviewId: string) {
  const { id, sku, stars } = await db
    .selectFrom('reviews')
    .select(['id', 'sku', 'stars'])
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow();
  return { review: { id, ...spellSku(sku), stars } };
}

export async function readTicketData(db: Executor, ticketId: string) {
  const { id, state, order_id, sku } = await db
    .selectFrom('tickets')
    .select(['id', 'state', 'order_id', 'sku'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return { ticket: { id, state, order_id, ...spellSku(sku) } };
}

export async function readSkinFileData(db: Executor, sku: string) {
  const { version, state } = await db
    .selectFrom('skin_files')
    .select(['version', 'state'])
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
  return { skin_file: { ...spellSku(sku), version, state } };
}
