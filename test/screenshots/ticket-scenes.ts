import { mailBrand as brand } from '#test/mail-brand.ts';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { runnerImport } from 'vite';
import type { Scene } from './scenes.ts';

const openFirst = (list: RegExp) => async (page: Page) => {
  const href = await page.locator('main a').evaluateAll((links, pattern) => {
    const found = links.map((link) => link.getAttribute('href') ?? '');
    return found.find((path) => new RegExp(pattern).test(path));
  }, list.source);
  await page.goto(href ?? '/thread-not-found');
  await page.waitForFunction(() => !('replayPress' in window));
};
const THREAD = /\/[0-9a-f-]{36}$/;

/** Mails are written in JSX, which Node does not read by itself. */
async function drawMail(kind: 'answered' | 'written'): Promise<string> {
  const ticket = {
    id: '7c1d90ab-0000-4000-8000-000000000000',
    subject: 'Não baixa: Guardiã Astral do Crepúsculo Infinito Edição Comemorativa',
    text: 'Oi!\n\nO arquivo foi trocado agora há pouco. Baixe de novo em Minha Coleção e conte se abriu.',
    name: 'Bruna Teste',
    email: 'bruna@exemplo.com',
    orderId: '0a1b2c3d-0000-4000-8000-000000000000',
    skin: 'Guardiã Astral do Crepúsculo Infinito',
  };
  if (kind === 'answered') {
    const { module } = await runnerImport<typeof import('#emails/ticket-answered.ts')>(
      resolve('emails/ticket-answered.ts'),
    );
    return module.ticketAnsweredMail({ brand, customerName: ticket.name, ticket }).html;
  }
  const { module } = await runnerImport<typeof import('#emails/ticket-written.ts')>(
    resolve('emails/ticket-written.ts'),
  );
  return module.ticketWrittenMail({ brand, ticket }).html;
}

const mail = (name: string, kind: 'answered' | 'written', colorScheme: 'light' | 'dark'): Scene => ({
  name,
  as: 'visitor',
  path: 'about:blank',
  prepare: (page) => page.emulateMedia({ colorScheme }),
  act: async (page) => page.setContent(await drawMail(kind)),
});

/** Threads between customers and staff. */
export const TICKET_SCENES: Scene[] = [
  {
    name: 'atendimento-colecao-pergunta',
    as: 'customer',
    path: '/dashboard',
    viewportOnly: true,
    async act(page) {
      const link = page.getByRole('link', { name: /^Baixar Skin/ }).first();
      // The question, and not the file.
      await link.evaluate((anchor) => anchor.addEventListener('click', (event) => event.preventDefault()));
      await link.click();
      await page.getByText('Funcionou?').waitFor();
    },
  },
  {
    name: 'atendimento-causas',
    as: 'customer',
    path: '/dashboard',
    async act(page) {
      const link = page.getByRole('link', { name: /^Baixar Skin/ }).first();
      await page.goto(((await link.getAttribute('href')) ?? '').replace('download-skin', 'funcionou'));
    },
  },
  { name: 'atendimento-suporte-vazio', as: 'newcomer', path: '/dashboard/suporte' },
  { name: 'atendimento-conversa', as: 'customer', path: '/dashboard/suporte', act: openFirst(THREAD) },
  { name: 'admin-atendimento', as: 'staff', path: '/admin/atendimento?estado=todos' },
  { name: 'admin-atendimento-vazio', as: 'staff', path: '/admin/atendimento?estado=resolvidos' },
  {
    name: 'admin-atendimento-conversa',
    as: 'staff',
    path: '/admin/atendimento?estado=todos',
    act: openFirst(THREAD),
  },
  { name: 'admin-atendimento-respostas', as: 'staff', path: '/admin/atendimento/respostas' },
  {
    name: 'admin-atendimento-erro',
    as: 'staff',
    path: '/admin/atendimento',
    without: 'tickets',
    viewportOnly: true,
    act: (page) => page.getByRole('alert').filter({ hasText: 'Não foi possível' }).waitFor(),
  },
  mail('email-atendimento-resposta', 'answered', 'light'),
  mail('email-atendimento-resposta-escuro', 'answered', 'dark'),
  mail('email-atendimento-equipe', 'written', 'light'),
  mail('email-atendimento-equipe-escuro', 'written', 'dark'),
];
