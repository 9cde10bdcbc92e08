import type { MailBrand } from './mail-layout.tsx';
import { renderMail, tellMoment, type MailContent } from './render-mail.tsx';

export type RescueNews =
  | 'asked-old'
  | 'asked-new'
  | 'stopped-new'
  | 'dropped-old'
  | 'dropped-new'
  | 'done-old'
  | 'done-new';

interface RescueMail {
  brand: MailBrand;
  news: RescueNews;
  /** Both masked: either may be a stranger's mailbox. */
  oldEmail: string;
  newEmail: string;
  dueAt: Date;
  /** What the button opens. */
  url: string;
}

/** The change of an account's address. No name and no whole address: see `maskAddress`. */
export function rescueMail(mail: RescueMail): MailContent {
  const { brand, url: href } = mail;
  const { title, paragraphs, button, note } = tell(mail);
  return renderMail(brand, {
    subject: `${title} - ${brand.name}`,
    title,
    preview: paragraphs[0] ?? title,
    parts: [...paragraphs, { button, href }, note],
  });
}

function tell({ brand, news, oldEmail, newEmail, dueAt }: RescueMail) {
  const when = tellMoment(dueAt);
  switch (news) {
    case 'asked-old':
      return {
        title: 'Pediram para trocar o e-mail da sua conta',
        paragraphs: [
          `Alguém pediu ao nosso atendimento para trocar o e-mail da conta que usa este endereço por ${newEmail}.`,
          `Se foi você, não precisa fazer nada. Se não foi, pare a troca antes de ${when}.`,
        ],
        button: 'Não fui eu: parar a troca',
        note: `Se você nunca criou uma conta na ${brand.name}, alguém digitou este endereço por engano; ignore esta mensagem.`,
      };
    case 'asked-new':
      return {
        title: 'Confirme seu novo e-mail',
        paragraphs: [
          `O nosso atendimento recebeu o pedido de trocar o e-mail de uma conta, de ${oldEmail} para este endereço.`,
          `Confirme que ele é seu. A troca acontece depois de ${when}, se o endereço antigo não a parar.`,
        ],
        button: 'Confirmar e-mail',
        note: 'Se você não pediu isso, ignore esta mensagem: sem a sua confirmação, nada muda.',
      };
    case 'stopped-new':
      return {
        title: 'A troca de e-mail foi parada',
        paragraphs: [
          `Quem lê o endereço antigo (${oldEmail}) disse que não pediu a troca. Nada mudou na conta.`,
        ],
        button: 'Falar com o atendimento',
        note: 'Se a conta é sua, responda ao nosso atendimento: vamos precisar de outra prova.',
      };
    case 'dropped-old':
      return {
        title: 'A troca de e-mail não aconteceu',
        paragraphs: [
          `A troca do e-mail da conta que usa este endereço por ${newEmail} terminou. Nada mudou na conta.`,
        ],
        button: 'Falar com o atendimento',
        note: 'Se você esperava a troca, fale com o atendimento.',
      };
    case 'dropped-new':
      return {
        title: 'A troca de e-mail não aconteceu',
        paragraphs: [`A conta continua com o endereço antigo (${oldEmail}). Nada mudou na conta.`],
        button: 'Falar com o atendimento',
        note: 'Se a conta é sua e você ainda quer a troca, fale com o atendimento.',
      };
    case 'done-old':
      return {
        title: 'O e-mail da sua conta foi trocado',
        paragraphs: [
          `A conta que usava este endereço agora usa ${newEmail}. Este endereço não recebe mais as mensagens dela.`,
        ],
        button: 'Falar com o atendimento',
        note: 'Se não foi você, fale com o atendimento agora.',
      };
    case 'done-new':
      return {
        title: 'Seu e-mail novo já vale',
        paragraphs: [
          'Entre na sua conta com este endereço e a senha de sempre. Por segurança, todas as sessões foram encerradas.',
          'As mensagens sobre os seus pedidos vêm agora para cá. Esqueceu a senha? Peça uma nova na tela de login.',
        ],
        button: 'Entrar',
        note: 'Sua coleção, seus pedidos e seu nome de exibição continuam os mesmos.',
      };
  }
}
