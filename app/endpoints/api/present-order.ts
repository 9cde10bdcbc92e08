import { spellSku } from '#shop/catalog/sku.ts';
import { toReais } from '#shop/text/reais.ts';
import type { StaffOrder } from '#shop/orders/search/list-all-orders.ts';
import type { ShownStaffOrder } from '#shop/orders/show-staff-order.ts';
import type { OrderedItem } from '#shop/orders/list-own-orders.ts';

/** An order of `GET /api/admin/orders`. */
export function presentStaffOrder({ id, ...order }: StaffOrder) {
  return {
    id,
    user_id: order.userId,
    ...presentOrder(order),
    ...presentRefunded(order),
    refunds_due: order.refundsDue.map(({ amountCents, reason }) => ({
      amount: toReais(amountCents),
      reason,
    })),
    held_charges: order.heldCharges.map((charge) => ({
      id: charge.id,
      amount: toReais(charge.amountCents),
      paid_amount: toReais(charge.paidCents),
    })),
    order_items: order.items.map((item) => ({
      ...presentItem(item),
      kept: item.kept,
      key_last_four: item.keyEnd,
    })),
  };
}

/** An order of `GET /api/v1/orders/{id}`. */
export function presentProgramOrder({ customerPhone, ...order }: ShownStaffOrder) {
  const { order_items: items, ...shown } = presentStaffOrder(order);
  return {
    ...shown,
    customer_phone: customerPhone,
    order_items: items.map((item, n) => ({ ...item, state: order.items[n]?.state ?? null })),
  };
}

function presentOrder(order: Omit<StaffOrder, 'id' | 'items'>) {
  return {
    status: order.status,
    customer_name: order.customerName,
    customer_email: order.customerEmail,
    total_amount: toReais(order.totalCents),
    discount: toReais(order.discountCents),
    coupon: order.couponCode,
    description: order.description,
    attention: order.attention,
    created_at: order.createdAt.toISOString(),
    payment_method: order.paymentMethod,
    download_link_sent_at: order.linksSentAt?.toISOString() ?? null,
    due_at: order.dueAt?.toISOString() ?? null,
    delivered_at: order.deliveredAt?.toISOString() ?? null,
  };
}

function presentRefunded({ refundedCents, isRefunded }: Pick<StaffOrder, 'refundedCents' | 'isRefunded'>) {
  return { refunded_amount: toReais(refundedCents), is_refunded: isRefunded };
}

function presentItem(item: OrderedItem) {
  return {
    id: item.id,
    order_id: item.orderId,
    ...spellSku(item.sku),
    skin_name: item.skinName,
    champion_name: item.championName,
    splash_art_url: item.splashPath,
    price: toReais(item.priceCents),
    paid: toReais(item.paidCents),
    download_link: item.downloadLink,
  };
}
