import { mailReais, presentOrder, sayLeaving, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';

/** The buyer's bank took the money back, by a dispute or a MED return. */
export function chargedBackMail(mail: OrderMail & { amountCents: number }): MailContent {
  const { greeting, number, numberWithin, supportButton, write } = presentOrder(mail);
  const amount = mailReais(mail.amountCents);
  const leaving = sayLeaving(mail.order, {
    gift: 'o presente deixa de valer',
    skins: 'as skins do pedido saem da sua coleção',
  });
  return write({
    title: 'Seu banco devolveu um pagamento',
    preview: `${number}: ${amount}`,
    parts: [
      `${greeting} O banco devolveu ${amount} do ${numberWithin} a quem pagou, a pedido de lá.${leaving ? ` Quando todo o valor volta, ${leaving}.` : ''}`,
      'Não foi você que pediu? Fale com a gente: resolvemos juntos.',
      supportButton,
    ],
  });
}
