import { MailButton, MailLayout, MailText, TypedText } from './mail-layout.tsx';
import { presentOrder, type OrderMail } from './order-mail.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TITLE = 'Resposta ao seu pedido de devolução';

/** Staff closed the request without a refund by the shop, and wrote why. */
export function withdrawalDeclinedMail(mail: OrderMail & { answer: string }): MailContent {
  const { greeting, numberWithin, pages, subject } = presentOrder(mail);
  const news = `${greeting} A equipe respondeu à devolução do ${numberWithin} que você pediu:`;
  const next = 'Se você não concorda ou tem uma dúvida, fale com o suporte.';
  return renderMail(
    subject(`${TITLE}:`),
    <MailLayout brand={mail.brand} title={TITLE} preview={subject('').trim()}>
      <MailText>{news}</MailText>
      <TypedText>{mail.answer}</TypedText>
      <MailText>{next}</MailText>
      <MailButton href={pages.support}>Falar com o suporte</MailButton>
    </MailLayout>,
    [TITLE, '', news, '', mail.answer, '', next, `Suporte: ${pages.support}`],
  );
}
