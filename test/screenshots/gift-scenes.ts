import { mailBrand as brand } from '#test/mail-brand.ts';
import { resolve } from 'node:path';
import { runnerImport } from 'vite';
import type { Scene } from './scenes.ts';

const skin = {
  skinName: 'Guardiã Astral do Crepúsculo Infinito Edição Comemorativa de Colecionador',
  championName: 'Iacema',
  picture: '/img/Lux_7',
};

/** Mails are written in JSX, which Node does not read by itself. */
async function drawGift(): Promise<string> {
  const { module } = await runnerImport<typeof import('#emails/gift.tsx')>(resolve('emails/gift.tsx'));
  return module.giftMail({
    brand,
    buyerName: 'Bruna Teste',
    message: 'Feliz aniversário!\nQue este ano traga muitas partidas boas. Um abraço da sua amiga de sempre.',
    skin,
    url: 'https://loja.exemplo.com/presente/presente-de-exemplo-01',
    expiresAt: new Date('2026-05-30T15:00:00Z'),
  }).html;
}

async function drawKept(to: 'buyer' | 'receiver'): Promise<string> {
  const { module } = await runnerImport<typeof import('#emails/gift-kept.ts')>(
    resolve('emails/gift-kept.ts'),
  );
  return module.giftKeptMail({ brand, to, buyerName: 'Bruna Teste', skin, isRefunded: false }).html;
}

/** Without its picture, as most programs show it at first. */
const mail = (name: string, colorScheme: 'light' | 'dark', draw: () => Promise<string>): Scene => ({
  name,
  as: 'visitor',
  path: 'about:blank',
  prepare: (page) => page.emulateMedia({ colorScheme }),
  act: async (page) => page.setContent(await draw()),
});

/** Mails about gifts, and the states of their pages after which nothing can be done. */
export const GIFT_SCENES: Scene[] = [
  { name: 'pagar-pago', as: 'visitor', path: (plot) => plot.paidSharePath },
  { name: 'pagar-presente', as: 'customer', path: (plot) => `/pagamento-pix?orderId=${plot.unpaidGiftId}` },
  {
    name: 'presente-corrigir',
    as: 'customer',
    path: (plot) => `/dashboard/pedidos/${plot.unpaidGiftId}/presente`,
  },
  {
    name: 'presente-cadastro',
    as: 'visitor',
    path: (plot) => `/auth?${new URLSearchParams({ modo: 'cadastro', voltar: plot.giftPath })}`,
  },
  { name: 'presente-aberto', as: 'visitor', path: (plot) => plot.openedGiftPath },
  mail('email-presente', 'light', drawGift),
  mail('email-presente-escuro', 'dark', drawGift),
  mail('email-presente-guardado', 'light', () => drawKept('buyer')),
  mail('email-presente-prazo', 'light', () => drawKept('receiver')),
];
