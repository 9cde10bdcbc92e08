import { cutText } from '#shop/text/cut-text.ts';
import { MailButton, MailLayout, MailText, TypedText, type MailBrand } from './mail-layout.tsx';
import { greet, stripLinks } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Tells a customer what the team answered. They go on in the shop, where the thread is. */
export function ticketAnsweredMail({
  brand,
  customerName,
  ticket,
}: {
  brand: MailBrand;
  customerName: string;
  ticket: { id: string; subject: string; text: string };
}): MailContent {
  const title = 'Respondemos sua mensagem';
  // The subject is the customer's, and the address may have been typed by a stranger.
  const about = stripLinks(ticket.subject);
  const news = `${greet(customerName)} A equipe da ${brand.name} respondeu em "${about}":`;
  const thread = `${brand.url}/dashboard/suporte/${ticket.id}`;
  const more = 'Para continuar a conversa, responda pela loja: lá a equipe vê tudo o que já foi dito.';
  return renderMail(
    `Resposta da ${brand.name}: ${about}`,
    <MailLayout brand={brand} title={title} preview={cutText(ticket.text, 90)}>
      <MailText>{news}</MailText>
      <TypedText>{ticket.text}</TypedText>
      <MailButton href={thread}>Ver a conversa</MailButton>
      <MailText>{more}</MailText>
    </MailLayout>,
    [title, '', news, '', ticket.text, '', `A conversa: ${thread}`, more],
  );
}
