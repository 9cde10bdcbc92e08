import type { OrderDetails } from '#shop/orders/read-order.ts';

/** Without an account the order says that it is deleted, which is nobody's name. */
export function buyerName(order: Pick<OrderDetails, 'userId' | 'customerName'>): string {
  return order.userId === null ? '' : order.customerName;
}
