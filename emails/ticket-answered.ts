import { cutText } from '#shop/text/cut-text.ts';
import type { MailBrand } from './mail-layout.tsx';
import { greet, stripLinks } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.tsx';

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
  // The subject is the customer's, and the address may have been typed by a stranger.
  const about = stripLinks(ticket.subject);
  const thread = `${brand.url}/dashboard/suporte/${ticket.id}`;
  return renderMail(brand, {
    subject: `Resposta da ${brand.name}: ${about}`,
    title: 'Respondemos sua mensagem',
    preview: cutText(ticket.text, 90),
    parts: [
      `${greet(customerName)} A equipe da ${brand.name} respondeu em "${about}":`,
      { typed: ticket.text },
      [
        { button: 'Ver a conversa', href: thread, text: `A conversa: ${thread}` },
        'Para continuar a conversa, responda pela loja: lá a equipe vê tudo o que já foi dito.',
      ],
    ],
  });
}
