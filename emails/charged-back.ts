import { mailReais, presentOrder, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';

/** The buyer's bank took the money back, by a dispute or a MED return. */
export function chargedBackMail(mail: OrderMail & { amountCents: number }): MailContent {
  const { greeting, number, numberWithin, supportButton, write } = presentOrder(mail);
  const amount = mailReais(mail.amountCents);
  return write({
    title: 'Seu banco devolveu um pagamento',
    preview: `${number}: ${amount}`,
    parts: [
      `${greeting} O banco devolveu ${amount} do ${numberWithin} a quem pagou, a pedido de lá. Quando todo o valor volta, ${mail.order.isGift ? 'o presente deixa de valer' : 'as skins do pedido saem da sua coleção'}.`,
      'Não foi você que pediu? Fale com a gente: resolvemos juntos.',
      supportButton,
    ],
  });
}
