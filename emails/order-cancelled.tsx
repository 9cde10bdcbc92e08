import { MailText } from './mail-layout.tsx';
import { mailReais, presentOrder, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';

interface OrderCancelledMail extends OrderMail {
  refundCents: number;
  /** Staff and buyer have settled the payment outside of the shop. */
  isSettled?: boolean;
}

/** Cancelled by the buyer or by staff; with money, what happens to it. */
export function orderCancelledMail(mail: OrderCancelledMail): MailContent {
  const { greeting, numberWithin, skins, pages, write } = presentOrder(mail);
  const bought = skins.map((skin) => skin.name);
  return write({
    title: 'Pedido cancelado',
    parts: [
      [
        `${greeting} O ${numberWithin} foi cancelado.`,
        bought.length > 0
          ? { html: <MailText>{bought.join(', ')}</MailText>, text: bought.join('\n') }
          : null,
      ],
      whatBecomesOfMoney(mail),
      { button: 'Voltar à loja', href: pages.store, text: `Loja: ${pages.store}` },
    ],
  });
}

function whatBecomesOfMoney({ order, refundCents, isSettled = false }: OrderCancelledMail): string {
  if (isSettled) {
    return 'O valor que recebemos deste pedido foi acertado com você fora da loja. Não pague mais o código Pix dele. Se algo não estiver certo, fale com o suporte.';
  }
  if (order.isManual) return 'A equipe combina a devolução com você.';
  return refundCents > 0
    ? `Vamos devolver ${mailReais(refundCents)} por Pix, para a conta que fez o pagamento. Avisamos você assim que for concluído.`
    : 'Não pague mais o código Pix deste pedido. Se um pagamento já saiu da sua conta, ele será reconhecido e o pedido volta a valer.';
}
