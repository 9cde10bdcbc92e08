import { cutText } from '#shop/text/cut-text.ts';
import type { MailBrand } from './mail-layout.tsx';
import { stripLinks } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.tsx';

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
  const panel = `${brand.url}/admin/atendimento/${ticket.id}`;
  return renderMail(brand, {
    subject: `[${brand.name}] ${stripLinks(ticket.subject)}`,
    title: 'Nova mensagem de suporte',
    preview: cutText(ticket.text, 90),
    parts: [
      [
        `De: ${ticket.name.trim() === '' ? ticket.email : `${ticket.name} (${ticket.email})`}`,
        `Assunto: ${ticket.subject}`,
        ticket.orderId && `Pedido: #${ticket.orderId.slice(0, 8)}`,
        ticket.skin && `Skin: ${ticket.skin}`,
      ],
      { typed: ticket.text },
      [
        'Responda pelo painel: a resposta fica na conversa, e a pessoa é avisada.',
        { button: 'Responder no painel', href: panel, text: `No painel: ${panel}` },
      ],
    ],
  });
}
