import type { BoughtItem, OrderDetails } from '#shop/orders/read-order.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { MailBrand } from './mail-layout.tsx';
import { renderMail, type Mail } from './render-mail.tsx';
import { greet, stripLinks } from './strip-links.ts';

/** The data of the mails about an order. */
export interface OrderMail {
  brand: MailBrand;
  order: OrderDetails;
}

/** The parts of these mails, with the same words in each. */
export function presentOrder({ brand, order }: OrderMail) {
  const number = `#${order.id.slice(0, 8)}`;
  // The order of a gift is its buyer's.
  const support = `${brand.url}/dashboard/suporte${order.giftReceiver ? '' : `?pedido=${order.id}#escrever`}`;
  const description = stripLinks(order.description);
  const skins = order.items.map((item) => ({
    ...item,
    name: nameSkin(item),
    price: mailReais(item.priceCents),
  }));
  const total = mailReais(order.totalCents);
  /** null: it cost what its items cost. */
  const discount = order.discountCents > 0 ? presentDiscount(order) : null;
  const place = `Pedido ${number} na ${brand.name}`;
  return {
    /** The mail: its subject says what its title says, and of which order. */
    write: ({ title, preview = place, parts }: Pick<Mail, 'title' | 'parts'> & { preview?: string }) =>
      renderMail(brand, {
        subject: `${title}${title.endsWith('!') ? '' : ':'} ${place}`,
        title,
        preview,
        parts,
      }),
    /** At the beginning of a line, and within a sentence. */
    number: `Pedido ${number}`,
    numberWithin: `pedido ${number}`,
    greeting: greet(order.customerName),
    description,
    skins,
    discount,
    total,
    /** What it costs, line by line. */
    bill: [
      ...(skins.length > 0 ? skins.map(({ name, price }) => `${name}: ${price}`) : [description]),
      ...(discount ? [`${discount.name}: -${discount.amount}`] : []),
      `Total: ${total}`,
    ],
    supportButton: { button: 'Falar com o suporte', href: support, text: `Suporte: ${support}` },
    pages: {
      orders: `${brand.url}/dashboard/pedidos`,
      payment: `${brand.url}/pagamento-pix`,
      collection: `${brand.url}/dashboard/colecao`,
      howTo: `${brand.url}/dashboard/como-utilizar`,
      store: `${brand.url}/loja`,
    },
  };
}

function presentDiscount({ couponCode, discountCents }: OrderDetails) {
  const name = couponCode === null ? 'Desconto' : `Desconto (cupom ${couponCode})`;
  return { name, amount: mailReais(discountCents) };
}

/**
 * What becomes of the skins when all of the money is back; null: nothing. A held payment brought none there, what sold out
 * never came, and what was owned before stays.
 */
export function sayLeaving(
  { items, paidAt, isGift }: OrderDetails,
  words: { gift: string; skins: string },
): string | null {
  if (paidAt === null || items.every(({ whyBack }) => whyBack !== null)) return null;
  if (isGift) return words.gift;
  return words.skins + (items.some(isOwned) ? ', menos o que você já tinha' : '');
}

/** Its buyer has it by another order. */
export const isOwned = ({ whyBack }: BoughtItem): boolean => whyBack === 'already_owned';

export type NamedSkin = Pick<BoughtItem, 'skinName' | 'championName'>;

/** With its champion, as one line of text. */
export const nameSkin = ({ skinName, championName }: NamedSkin): string => `${skinName} (${championName})`;

export function mailReais(cents: number): string {
  return formatReais(cents, ' ');
}
