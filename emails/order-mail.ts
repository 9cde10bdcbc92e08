import type { OrderWithItems } from '#shop/orders/read-order.ts';
import type { MailBrand } from './mail-layout.tsx';

/** What the mails about an order are made of. */
export interface OrderMail extends OrderWithItems {
  brand: MailBrand;
}

export function orderNumber(order: { id: string }): string {
  return `Pedido #${order.id.slice(0, 8)}`;
}
