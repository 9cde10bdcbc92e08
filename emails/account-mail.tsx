import { MailButton, MailLayout, MailText, type MailBrand } from './mail-layout.tsx';
import { greet } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.ts';

const TEXTS = {
  'confirm-email': {
    title: 'Confirme seu e-mail',
    news: 'Falta só confirmar que este e-mail é seu. O link abaixo vale por 24 horas.',
    button: 'Confirmar e-mail',
    note: 'Se você não criou esta conta, ignore esta mensagem.',
  },
  'reset-password': {
    title: 'Crie uma nova senha',
    news: 'Recebemos um pedido para trocar a senha da sua conta. O link abaixo vale por uma hora.',
    button: 'Criar nova senha',
    note: 'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
  },
} as const;

export function accountMail(mail: {
  brand: MailBrand;
  kind: keyof typeof TEXTS;
  name: string;
  url: string;
}): MailContent {
  const { brand, url } = mail;
  const { title, news, button, note } = TEXTS[mail.kind];
  const greeting = `${greet(mail.name)} ${news}`;
  return renderMail(
    `${title} - ${brand.name}`,
    <MailLayout brand={brand} title={title} preview={news}>
      <MailText>{greeting}</MailText>
      <MailButton href={url}>{button}</MailButton>
      <MailText>{note}</MailText>
    </MailLayout>,
    [title, '', greeting, '', url, '', note],
  );
}
