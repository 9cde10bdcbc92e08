import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { presentOrder, type OrderMail } from './order-mail.ts';
import { renderMail, tellMoment, type MailContent } from './render-mail.ts';

const TITLE = 'Seu pedido espera o pagamento';

interface PaymentReminderMail extends OrderMail {
  /** Of the code that can be paid now. */
  expiresAt: Date;
}

/** The only reminder of an unpaid order. */
export function paymentReminderMail(mail: PaymentReminderMail): MailContent {
  const { greeting, numberWithin, skins, description, discount, total, pages, subject } = presentOrder(mail);
  const news = `${greeting} O ${numberWithin} ainda não foi pago. O código Pix dele vale até ${tellMoment(mail.expiresAt)}.`;
  const lines = [
    ...(skins.length > 0 ? skins.map(({ name, price }) => `${name}: ${price}`) : [description]),
    ...(discount ? [`${discount.name}: -${discount.amount}`] : []),
    `Total: ${total}`,
  ];
  const paid = 'Já pagou? Não pague de novo: o aviso do banco pode estar a caminho.';
  const gaveUp =
    'Desistiu? Não precisa fazer nada: sem pagamento, o pedido é cancelado. Este é o único lembrete dele.';
  const page = `${pages.payment}?orderId=${mail.order.id}`;
  return renderMail(
    subject(`${TITLE}:`),
    <MailLayout brand={mail.brand} title={TITLE} preview={subject('').trim()}>
      <MailText>{news}</MailText>
      <MailText>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two skins may read the same
          <span key={index}>
            {line}
            <br />
          </span>
        ))}
      </MailText>
      <MailButton href={page}>Pagar agora</MailButton>
      <MailText>{paid}</MailText>
      <MailText>{gaveUp}</MailText>
    </MailLayout>,
    [TITLE, '', news, '', ...lines, '', `Pagar agora: ${page}`, '', paid, gaveUp],
  );
}
