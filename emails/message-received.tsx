import type { NewMessage } from '#shop/messages/receive-message.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { MailText, type MailBrand } from './mail-layout.tsx';
import { stripLinks } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.tsx';

/** Tells the team about a new message. The answer goes to the sender by `Reply-To`. */
export function messageReceivedMail({
  brand,
  message,
}: {
  brand: MailBrand;
  message: Omit<NewMessage, 'userId' | 'clientAddress'>;
}): MailContent {
  const about = stripLinks(message.subject ?? `Contato de ${message.name}`);
  const panel = `${brand.url}/admin/mensagens`;
  return renderMail(brand, {
    subject: `[${brand.name}] ${about}`,
    title: message.kind === 'support' ? 'Nova mensagem de suporte' : 'Nova mensagem de contato',
    preview: cutText(message.body, 90),
    parts: [
      [
        `De: ${message.name} (${message.email})`,
        message.subject === null ? null : `Assunto: ${message.subject}`,
      ],
      { typed: message.body },
      { html: <MailText>Responda a este e-mail para falar com {message.name}.</MailText>, text: null },
      { button: 'Ver no painel', href: panel, text: `No painel: ${panel}` },
    ],
  });
}
