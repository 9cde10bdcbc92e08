import { MailText } from './mail-layout.tsx';
import { presentOrder, type OrderMail } from './order-mail.ts';
import { tellMoment, type MailContent } from './render-mail.tsx';

interface PaymentReminderMail extends OrderMail {
  /** Of the code that can be paid now. */
  expiresAt: Date;
}

/** The only reminder of an unpaid order. */
export function paymentReminderMail(mail: PaymentReminderMail): MailContent {
  const { greeting, numberWithin, bill, pages, write } = presentOrder(mail);
  return write({
    title: 'Seu pedido espera o pagamento',
    parts: [
      `${greeting} O ${numberWithin} ainda não foi pago. O código Pix dele vale até ${tellMoment(mail.expiresAt)}.`,
      {
        html: (
          <MailText>
            {bill.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two skins may read the same
              <span key={index}>
                {line}
                <br />
              </span>
            ))}
          </MailText>
        ),
        text: bill.join('\n'),
      },
      { button: 'Pagar agora', href: `${pages.payment}?orderId=${mail.order.id}` },
      [
        'Já pagou? Não pague de novo: o aviso do banco pode estar a caminho.',
        'Desistiu? Não precisa fazer nada: sem pagamento, o pedido é cancelado. Este é o único lembrete dele.',
      ],
    ],
  });
}
