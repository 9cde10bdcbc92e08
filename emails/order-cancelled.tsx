import { formatReais } from '#shop/orders/format-reais.ts';
import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { firstName, orderNumber, type OrderMail } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TITLE = 'Pedido cancelado';

/** Cancelled by the buyer or by staff; with money, what happens to it. */
export function orderCancelledMail(mail: OrderMail & { refundCents: number }): MailContent {
  const { brand, order, items, refundCents } = mail;
  const number = orderNumber(order);
  const news = `Olá, ${firstName(order.customer_name)}! O ${number.replace('Pedido', 'pedido')} foi cancelado.`;
  const money =
    refundCents > 0
      ? `Vamos devolver ${formatReais(refundCents)} por Pix, para a conta que fez o pagamento. Avisamos você assim que for concluído.`
      : 'Não pague mais o código Pix deste pedido. Se um pagamento já saiu da sua conta, ele será reconhecido e o pedido volta a valer.';
  const bought = items.map((item) => `${item.skin_name} (${item.champion_name})`);
  const store = `${brand.url}/loja`;
  return renderMail(
    `${TITLE}: ${number} na ${brand.name}`,
    <MailLayout brand={brand} title={TITLE} preview={`${number} na ${brand.name}`}>
      <MailText>{news}</MailText>
      {bought.length > 0 && <MailText>{bought.join(', ')}</MailText>}
      <MailText>{money}</MailText>
      <MailButton href={store}>Voltar à loja</MailButton>
    </MailLayout>,
    [TITLE, '', news, ...bought, '', money, '', `Loja: ${store}`],
  );
}
