import { mailBrand } from '#test/mail-brand.ts';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { runnerImport } from 'vite';
import type { Scene } from './scenes.ts';

/** One that waits: asked for anew, for each person has one. */
async function ask(page: Page): Promise<void> {
  await page.request.post('/api/admin/rescue', {
    data: {
      email: 'novata@exemplo.com',
      new_email: 'nina.com.um.endereco.bem.mais.comprido.do.que.o.outro@exemplo.com.br',
      reason: 'Enviou o comprovante do Pix do último pedido, com o nome e o CPF que estão na cobrança.',
    },
  });
  await page.reload();
  await page.getByText('Em andamento').waitFor();
}

/** Mails are written in JSX, which Node does not read by itself. */
async function drawMail(news: 'asked-old' | 'asked-new' | 'done-new'): Promise<string> {
  const { module } = await runnerImport<typeof import('#emails/rescue.ts')>(resolve('emails/rescue.ts'));
  return module.rescueMail({
    brand: mailBrand,
    news,
    oldEmail: 'n•••@gmial.com',
    newEmail: 'n•••@gmail.com',
    dueAt: new Date('2026-03-02T15:00:00Z'),
    url: 'https://loja.exemplo.com/troca-de-email/exemplo',
  }).html;
}

const mail = (name: string, news: Parameters<typeof drawMail>[0], colorScheme: 'light' | 'dark'): Scene => ({
  name,
  as: 'visitor',
  path: 'about:blank',
  prepare: (page) => page.emulateMedia({ colorScheme }),
  act: async (page) => page.setContent(await drawMail(news)),
});

/** Addresses with a slip in them, and how they are mended. */
export const RESCUE_SCENES: Scene[] = [
  {
    name: 'auth-cadastro-email-trocado',
    as: 'visitor',
    path: '/auth?modo=cadastro',
    async act(page) {
      await page.getByLabel('Email').fill('nina.com.um.nome.bem.comprido@gmial.com');
      await page.getByLabel('Senha', { exact: true }).focus();
      await page.getByText('Você quis dizer').waitFor();
    },
  },
  {
    name: 'pagamento-email-trocado',
    as: 'newcomer',
    path: '/loja/skin/Lux/7',
    viewportOnly: true,
    async act(page) {
      await page.getByRole('button', { name: 'Comprar agora' }).click();
      await page.getByLabel('Email').fill('nina@hotmial.com');
      await page.getByLabel('Nome completo').focus();
      await page.getByText('Você quis dizer').waitFor();
    },
  },
  { name: 'admin-emails-vazio', as: 'staff', path: '/admin/emails' },
  {
    name: 'admin-emails-pedir',
    as: 'staff',
    path: '/admin/emails?email=novata@exemplo.com',
    viewportOnly: true,
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'admin-emails', as: 'staff', path: '/admin/emails', act: ask },
  { name: 'troca-de-email-sem-link', as: 'visitor', path: '/troca-de-email/nada' },
  mail('email-troca-antigo', 'asked-old', 'light'),
  mail('email-troca-novo', 'asked-new', 'dark'),
  mail('email-troca-feita', 'done-new', 'light'),
  { name: 'perfil-email', as: 'newcomer', path: '/dashboard/perfil' },
];
