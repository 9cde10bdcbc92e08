import { formatReais } from '#shop/orders/format-reais.ts';
import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { orderNumber, type OrderMail } from './order-mail.ts';
import { greet } from './plain-words.ts';
import { renderMail, type MailContent } from './render-mail.ts';

interface RefundMail extends Omit<OrderMail, 'items'> {
  amountCents: number;
  news: 'started' | 'finished';
  /** With this, everything that was paid for the order went back. */
  isWhole: boolean;
  /** Staff sent it themselves, perhaps to another account than the one that paid. */
  isManual?: boolean;
}

const TITLES = { started: 'Seu reembolso começou', finished: 'Seu reembolso foi feito' };

/** Money on its way back, or back: how much, where to, and what becomes of the skins. */
export function refundMail(mail: RefundMail): MailContent {
  const { brand, order, amountCents, news, isWhole } = mail;
  const title = TITLES[news];
  const amount = formatReais(amountCents);
  const number = orderNumber(order);
  const text = `${greet(order.customer_name)} ${whatHappened(mail)}`;
  const skins =
    // A payment that was held never brought them there.
    news === 'finished' && isWhole && order.paid_at !== null
      ? 'Como o pedido foi devolvido por inteiro, as skins dele saíram da sua coleção.'
      : null;
  const orders = `${brand.url}/dashboard/pedidos`;
  return renderMail(
    `${title}: ${number} na ${brand.name}`,
    <MailLayout brand={brand} title={title} preview={`${number}: ${amount}`}>
      <MailText>{text}</MailText>
      {skins && <MailText>{skins}</MailText>}
      <MailButton href={orders}>Ver meus pedidos</MailButton>
    </MailLayout>,
    [title, '', text, ...(skins ? ['', skins] : []), '', `Seus pedidos: ${orders}`],
  );
}

function lower(number: string): string {
  return number.replace('Pedido', 'pedido');
}

function whatHappened({ order, amountCents, news, isManual = false }: RefundMail): string {
  const amount = formatReais(amountCents);
  const number = lower(orderNumber(order));
  if (news === 'started') {
    return `Começamos a devolver ${amount} do ${number}. O valor volta por Pix para a conta que fez o pagamento, e avisamos você assim que for concluído.`;
  }
  return isManual
    ? `Devolvemos ${amount} do ${number}. Nossa equipe cuidou disso pessoalmente: se o valor não estiver com você, fale com o suporte.`
    : `Devolvemos ${amount} do ${number} por Pix, para a conta que fez o pagamento.`;
}
