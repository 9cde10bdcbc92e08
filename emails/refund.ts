import type { RefundReason } from '#shop/refunds/refund-row.ts';
import { mailReais, nameSkin, presentOrder, sayLeaving, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';

interface RefundMail extends OrderMail {
  amountCents: number;
  news: 'started' | 'finished';
  /** With this, everything that was paid for the order went back. */
  isWhole: boolean;
  /** Staff sent it themselves, perhaps to another account than the one that paid. */
  isManual?: boolean;
  reason?: RefundReason;
}

const TITLES = { started: 'Seu reembolso começou', finished: 'Seu reembolso foi feito' };

/** Money on its way back, or back: how much, where to, and what becomes of the skins. */
export function refundMail(mail: RefundMail): MailContent {
  const { order, news, isWhole } = mail;
  const { greeting, number, numberWithin, pages, write, total, discount } = presentOrder(mail);
  const title = TITLES[news];
  const amount = mailReais(mail.amountCents);
  const leaving = sayLeaving(order, {
    gift: 'o presente não vale mais',
    skins: 'as skins dele saíram da sua coleção',
  });
  return write({
    title,
    preview: `${number}: ${amount}`,
    parts: [
      `${greeting} ${sayWhy(mail)}${whatHappened(mail, `${amount} do ${numberWithin}`)}`,
      discount && `O pedido saiu por ${total}. ${discount.name}: ${discount.amount}.`,
      news === 'finished' && isWhole && leaving
        ? `Como o pedido foi devolvido por inteiro, ${leaving}.`
        : null,
      { button: 'Ver meus pedidos', href: pages.orders, text: `Seus pedidos: ${pages.orders}` },
    ],
  });
}

function whatHappened({ order, news, isManual = false }: RefundMail, amount: string): string {
  if (news === 'started') {
    return order.isManual
      ? `Vamos devolver ${amount}. A equipe combina a devolução com você e avisa assim que for concluída.`
      : `Começamos a devolver ${amount}. O valor volta por Pix para a conta que fez o pagamento, e avisamos você assim que for concluído.`;
  }
  return isManual
    ? `Devolvemos ${amount}. Nossa equipe cuidou disso pessoalmente: se o valor não estiver com você, fale com o suporte.`
    : `Devolvemos ${amount} por Pix, para a conta que fez o pagamento.`;
}

/** Nobody asked for it, so it says why. */
function sayWhy({ reason, order }: RefundMail): string {
  const names = order.items.filter((item) => item.whyBack === reason).map(nameSkin);
  if (names.length === 0) return '';
  if (reason === 'already_owned') return `Você já tinha ${names.join(', ')} na sua coleção. `;
  if (reason === 'preorder_over')
    return `A pré-venda de ${names.join(', ')} terminou sem o arquivo, e o valor volta como prometido. `;
  return names.length === 1
    ? `Outra pessoa pagou um instante antes e levou a última unidade de ${names[0]}. `
    : `Outras pessoas pagaram um instante antes e levaram as últimas unidades de ${names.join(', ')}. `;
}
