import type { MailBrand } from './mail-layout.tsx';
import { greet } from './strip-links.ts';
import { renderMail, type MailContent } from './render-mail.tsx';

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
  'open-collection': {
    title: 'Suas skins, no computador',
    news: 'Abra este link no computador em que você joga, entre na sua conta e instale as suas skins.',
    button: 'Abrir minha coleção',
    note: 'Se você não pediu este e-mail, ignore esta mensagem.',
  },
} as const;

export function accountMail(mail: {
  brand: MailBrand;
  kind: keyof typeof TEXTS;
  name: string;
  url: string;
}): MailContent {
  const { brand } = mail;
  const { title, news, button, note } = TEXTS[mail.kind];
  return renderMail(brand, {
    subject: `${title} - ${brand.name}`,
    title,
    preview: news,
    parts: [`${greet(mail.name)} ${news}`, { button, href: mail.url, text: mail.url }, note],
  });
}
