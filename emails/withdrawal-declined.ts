import { presentOrder, type OrderMail } from './order-mail.ts';
import type { MailContent } from './render-mail.tsx';

/** Staff closed the request without a refund by the shop, and wrote why. */
export function withdrawalDeclinedMail(mail: OrderMail & { answer: string }): MailContent {
  const { greeting, numberWithin, supportButton, write } = presentOrder(mail);
  return write({
    title: 'Resposta ao seu pedido de devolução',
    parts: [
      `${greeting} A equipe respondeu à devolução do ${numberWithin} que você pediu:`,
      { typed: mail.answer },
      ['Se você não concorda ou tem uma dúvida, fale com o suporte.', supportButton],
    ],
  });
}
