import type { BoughtItem, OrderDetails } from '#shop/orders/read-order.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { MailBrand } from './mail-layout.tsx';
import { greet, stripLinks } from './strip-links.ts';

/** The data of the mails about an order. */
export interface OrderMail {
  brand: MailBrand;
  order: OrderDetails;
}

/** The parts of these mails, with the same words in each. */
export function presentOrder({ brand, order }: OrderMail) {
  const number = `#${order.id.slice(0, 8)}`;
  return {
    /** At the beginning of a line, and within a sentence. */
    number: `Pedido ${number}`,
    numberWithin: `pedido ${number}`,
    subject: (news: string) => `${news} Pedido ${number} na ${brand.name}`,
    greeting: greet(order.customerName),
    description: stripLinks(order.description),
    skins: order.items.map(presentSkin),
    total: mailReais(order.totalCents),
    /** null: it cost what its items cost. */
    discount: order.discountCents > 0 ? presentDiscount(order) : null,
    pages: {
      orders: `${brand.url}/dashboard/pedidos`,
      payment: `${brand.url}/pagamento-pix`,
      collection: `${brand.url}/dashboard/colecao`,
      howTo: `${brand.url}/dashboard/como-utilizar`,
      // The order of a gift is its buyer's.
      support: `${brand.url}/dashboard/suporte${order.giftReceiver ? '' : `?pedido=${order.id}#escrever`}`,
      store: `${brand.url}/loja`,
    },
  };
}

function presentDiscount({ couponCode, discountCents }: OrderDetails) {
  const name = couponCode === null ? 'Desconto' : `Desconto (cupom ${couponCode})`;
  return { name, amount: mailReais(discountCents) };
}

/** `name`: with its champion, as one line of text. */
export function presentSkin(item: BoughtItem) {
  const { id, skinName, championName, downloadLink: link } = item;
  return {
    id,
    skinName,
    championName,
    name: `${skinName} (${championName})`,
    price: mailReais(item.priceCents),
    link,
  };
}

export function mailReais(cents: number): string {
  return formatReais(cents, ' ');
}
