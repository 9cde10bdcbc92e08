import type { OwnOrder } from '#shop/orders/list-own-orders.ts';

/**
 * The fields of an order for the screen. Links stay on the server: the collection's own endpoint redirects to the
 * files.
 */
export type ShownOrder = Omit<OwnOrder, 'items' | 'customerName' | 'customerEmail'> & {
  items: Omit<OwnOrder['items'][number], 'downloadLink'>[];
};

export function toShownOrder({
  customerName: _name,
  customerEmail: _email,
  items,
  ...order
}: OwnOrder): ShownOrder {
  return { ...order, items: items.map(({ downloadLink: _link, ...item }) => item) };
}
