import type { Page } from '@playwright/test';
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
  { name: 'perfil-email', as: 'newcomer', path: '/dashboard/perfil' },
];
