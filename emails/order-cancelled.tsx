import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { mailReais, presentOrder, type OrderMail } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TITLE = 'Pedido cancelado';

interface OrderCancelledMail extends OrderMail {
  refundCents: number;
  /** Staff and buyer have settled the payment outside of the shop. */
  isSettled?: boolean;
}

/** Cancelled by the buyer or by staff; with money, what happens to it. */
export function orderCancelledMail(mail: OrderCancelledMail): MailContent {
  const { greeting, numberWithin, skins, pages, subject } = presentOrder(mail);
  const news = `${greeting} O ${numberWithin} foi cancelado.`;
  const money = whatBecomesOfMoney(mail);
  const bought = skins.map((skin) => skin.name);
  return renderMail(
    subject(`${TITLE}:`),
    <MailLayout brand={mail.brand} title={TITLE} preview={subject('').trim()}>
      <MailText>{news}</MailText>
      {bought.length > 0 && <MailText>{bought.join(', ')}</MailText>}
      <MailText>{money}</MailText>
      <MailButton href={pages.store}>Voltar à loja</MailButton>
    </MailLayout>,
    [TITLE, '', news, ...bought, '', money, '', `Loja: ${pages.store}`],
  );
}

function whatBecomesOfMoney({ refundCents, isSettled = false }: OrderCancelledMail): string {
  if (isSettled) {
    return 'O valor que recebemos deste pedido foi acertado com você fora da loja. Não pague mais o código Pix dele. Se algo não estiver certo, fale com o suporte.';
  }
  return refundCents > 0
    ? `Vamos devolver ${mailReais(refundCents)} por Pix, para a conta que fez o pagamento. Avisamos você assim que for concluído.`
    : 'Não pague mais o código Pix deste pedido. Se um pagamento já saiu da sua conta, ele será reconhecido e o pedido volta a valer.';
}
