import type { OwnOrder } from '#shop/orders/list-own-orders.ts';

/** What the screen shows of an order. Links stay on the server: the collection's own endpoint leads to the files. */
export type ShownOrder = Omit<OwnOrder, 'order_items' | 'customer_name' | 'customer_email'> & {
  order_items: Omit<OwnOrder['order_items'][number], 'download_link'>[];
};

export function toShownOrder({
  customer_name: _name,
  customer_email: _email,
  order_items,
  ...order
}: OwnOrder): ShownOrder {
  return { ...order, order_items: order_items.map(({ download_link: _link, ...item }) => item) };
}
