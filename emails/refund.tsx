import { formatReais } from '#shop/orders/format-reais.ts';
import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { firstName, orderNumber, type OrderMail } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.ts';

interface RefundMail extends Omit<OrderMail, 'items'> {
  amountCents: number;
  news: 'started' | 'finished';
  /** With this, everything that was paid for the order went back. */
  isWhole: boolean;
}

const TITLES = { started: 'Seu reembolso começou', finished: 'Seu reembolso foi feito' };

/** Money on its way back, or back: how much, where to, and what becomes of the skins. */
export function refundMail({ brand, order, amountCents, news, isWhole }: RefundMail): MailContent {
  const title = TITLES[news];
  const amount = formatReais(amountCents);
  const number = orderNumber(order);
  const text =
    news === 'started'
      ? `Olá, ${firstName(order.customer_name)}! Começamos a devolver ${amount} do ${lower(number)}. O valor volta por Pix para a conta que fez o pagamento, e avisamos você assim que for concluído.`
      : `Olá, ${firstName(order.customer_name)}! Devolvemos ${amount} do ${lower(number)} por Pix, para a conta que fez o pagamento.`;
  const skins =
    news === 'finished' && isWhole
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
