import { cutText } from '#shop/text/cut-text.ts';
import { MailButton, MailLayout, MailText, TypedText, type MailBrand } from './mail-layout.tsx';
import { stripLinks } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Tells the team what a customer wrote. The answer belongs into the thread. */
export function ticketWrittenMail({
  brand,
  ticket,
}: {
  brand: MailBrand;
  ticket: {
    id: string;
    subject: string;
    text: string;
    name: string;
    email: string;
    orderId: string | null;
    skin: string | null;
  };
}): MailContent {
  const title = 'Nova mensagem de suporte';
  const panel = `${brand.url}/admin/atendimento/${ticket.id}`;
  const facts = [
    `De: ${ticket.name.trim() === '' ? ticket.email : `${ticket.name} (${ticket.email})`}`,
    `Assunto: ${ticket.subject}`,
    ...(ticket.orderId === null ? [] : [`Pedido: #${ticket.orderId.slice(0, 8)}`]),
    ...(ticket.skin === null ? [] : [`Skin: ${ticket.skin}`]),
  ];
  const more = 'Responda pelo painel: a resposta fica na conversa, e a pessoa é avisada.';
  return renderMail(
    `[${brand.name}] ${stripLinks(ticket.subject)}`,
    <MailLayout brand={brand} title={title} preview={cutText(ticket.text, 90)}>
      {facts.map((fact) => (
        <MailText key={fact}>{fact}</MailText>
      ))}
      <TypedText>{ticket.text}</TypedText>
      <MailText>{more}</MailText>
      <MailButton href={panel}>Responder no painel</MailButton>
    </MailLayout>,
    [title, '', ...facts, '', ticket.text, '', more, `No painel: ${panel}`],
  );
}
