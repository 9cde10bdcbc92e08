import { formatReais } from '#shop/orders/format-reais.ts';
import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { orderNumber, type OrderMail } from './order-mail.ts';
import { greet } from './plain-words.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TITLE = 'Pedido cancelado';

interface OrderCancelledMail extends OrderMail {
  refundCents: number;
  /** Staff and buyer have settled outside of the shop what had been paid. */
  isSettled?: boolean;
}

/** Cancelled by the buyer or by staff; with money, what happens to it. */
export function orderCancelledMail(mail: OrderCancelledMail): MailContent {
  const { brand, order, items } = mail;
  const number = orderNumber(order);
  const news = `${greet(order.customer_name)} O ${number.replace('Pedido', 'pedido')} foi cancelado.`;
  const money = whatBecomesOfMoney(mail);
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

function whatBecomesOfMoney({ refundCents, isSettled = false }: OrderCancelledMail): string {
  if (isSettled) {
    return 'O valor que recebemos deste pedido foi acertado com você fora da loja. Não pague mais o código Pix dele. Se algo não estiver certo, fale com o suporte.';
  }
  return refundCents > 0
    ? `Vamos devolver ${formatReais(refundCents)} por Pix, para a conta que fez o pagamento. Avisamos você assim que for concluído.`
    : 'Não pague mais o código Pix deste pedido. Se um pagamento já saiu da sua conta, ele será reconhecido e o pedido volta a valer.';
}
