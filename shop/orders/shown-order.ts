import { z } from 'zod';
import type { OrderedItem, OwnOrder } from './list-own-orders.ts';
import type { StaffOrder } from './search/list-all-orders.ts';

/** What buyer and staff read of an order, by the contract's names. */
export const shownOrder = z.object({
  id: z.string(),
  status: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  totalAmountCents: z.number(),
  discountCents: z.number(),
  coupon: z.string().nullable(),
  description: z.string(),
  attention: z.string().nullable(),
  createdAt: z.date(),
  paymentMethod: z.string(),
  downloadLinkSentAt: z.date().nullable(),
  dueAt: z.date().nullable(),
  deliveredAt: z.date().nullable(),
});

export const shownItem = z.object({
  id: z.string(),
  orderId: z.string(),
  sku: z.string(),
  skinName: z.string(),
  championName: z.string(),
  splashArtUrl: z.string(),
  priceCents: z.number(),
  paidCents: z.number(),
  downloadLink: z.string().nullable(),
});

export const nameOrder = <Order extends OwnOrder | StaffOrder>(order: Order) => ({
  ...order,
  totalAmountCents: order.totalCents,
  coupon: order.couponCode,
  downloadLinkSentAt: order.linksSentAt,
  refundedAmountCents: order.refundedCents,
  orderItems: order.items.map((item: OrderedItem) => ({ ...item, splashArtUrl: item.splashPath })),
});
