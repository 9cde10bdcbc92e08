import type { NewMessage } from '#shop/messages/receive-message.ts';
import { cutText } from '#shop/text/cut-text.ts';
import { MailButton, MailLayout, MailText, TypedText, type MailBrand } from './mail-layout.tsx';
import { stripLinks } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Tells the team about a new message. The answer goes to the sender by `Reply-To`. */
export function messageReceivedMail({
  brand,
  message,
}: {
  brand: MailBrand;
  message: Omit<NewMessage, 'userId' | 'clientAddress'>;
}): MailContent {
  const title = message.kind === 'support' ? 'Nova mensagem de suporte' : 'Nova mensagem de contato';
  const about = stripLinks(message.subject ?? `Contato de ${message.name}`);
  const panel = `${brand.url}/admin/mensagens`;
  const facts = [
    `De: ${message.name} (${message.email})`,
    ...(message.subject === null ? [] : [`Assunto: ${message.subject}`]),
  ];
  return renderMail(
    `[${brand.name}] ${about}`,
    <MailLayout brand={brand} title={title} preview={cutText(message.body, 90)}>
      {facts.map((fact) => (
        <MailText key={fact}>{fact}</MailText>
      ))}
      <TypedText>{message.body}</TypedText>
      <MailText>Responda a este e-mail para falar com {message.name}.</MailText>
      <MailButton href={panel}>Ver no painel</MailButton>
    </MailLayout>,
    [title, '', ...facts, '', message.body, '', `No painel: ${panel}`],
  );
}
