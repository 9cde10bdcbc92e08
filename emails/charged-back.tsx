import { MailButton, MailLayout, MailText } from './mail-layout.tsx';
import { mailReais, presentOrder, type OrderMail } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TITLE = 'Seu banco devolveu um pagamento';

/** The buyer's bank took the money back, by a dispute or a MED return. */
export function chargedBackMail(mail: OrderMail & { amountCents: number }): MailContent {
  const { greeting, number, numberWithin, pages, subject } = presentOrder(mail);
  const amount = mailReais(mail.amountCents);
  const text = `${greeting} O banco devolveu ${amount} do ${numberWithin} a quem pagou, a pedido de lá. Quando todo o valor volta, ${mail.order.isGift ? 'o presente deixa de valer' : 'as skins do pedido saem da sua coleção'}.`;
  const ask = 'Não foi você que pediu? Fale com a gente: resolvemos juntos.';
  return renderMail(
    subject(`${TITLE}:`),
    <MailLayout brand={mail.brand} title={TITLE} preview={`${number}: ${amount}`}>
      <MailText>{text}</MailText>
      <MailText>{ask}</MailText>
      <MailButton href={pages.support}>Falar com o suporte</MailButton>
    </MailLayout>,
    [TITLE, '', text, '', ask, '', `Suporte: ${pages.support}`],
  );
}
