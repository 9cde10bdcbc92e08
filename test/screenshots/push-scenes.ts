import { mailBrand } from '#test/mail-brand.ts';
import { resolve } from 'node:path';
import { runnerImport } from 'vite';
import type { Page } from '@playwright/test';
import type { Scene } from './scenes.ts';

const order = {
  id: '7c1d90ab-0000-4000-8000-000000000000',
  userId: 'user',
  status: 'awaiting_payment' as const,
  customerName: 'Bruna Teste',
  customerEmail: 'bruna@exemplo.com',
  totalCents: 2700,
  discountCents: 300,
  couponCode: 'BEMVINDA',
  description: '',
  paidAt: null,
  dueAt: null,
  awaitsUpdate: false,
  isGift: false,
  isManual: false,
  items: [
    ['Guardiã Astral do Crepúsculo Infinito Edição Comemorativa de Colecionador', 'Iacema'],
    ['Alvorada do Fim do Mundo', 'Alvorada'],
  ].map(([skinName = '', championName = ''], index) => ({
    id: `item-${index}`,
    skinName,
    championName,
    picture: '/img/Lux_7',
    priceCents: 1500,
    downloadLink: null,
    isKey: false,
    whyBack: null,
    aheadUntil: null,
  })),
};

/** Mails are written in JSX, which Node does not read by itself. */
async function drawReminder(): Promise<string> {
  const { module } = await runnerImport<typeof import('#emails/payment-reminder.tsx')>(
    resolve('emails/payment-reminder.tsx'),
  );
  return module.paymentReminderMail({
    brand: mailBrand,
    order,
    expiresAt: new Date('2026-03-01T16:00:00Z'),
  }).html;
}

const reminder = (name: string, colorScheme: 'light' | 'dark'): Scene => ({
  name,
  as: 'visitor',
  path: 'about:blank',
  prepare: (page) => page.emulateMedia({ colorScheme }),
  act: async (page) => page.setContent(await drawReminder()),
});

/** Without it a browser without a window says no by itself. */
const allow = (page: Page) => page.context().grantPermissions(['notifications']);
async function onPhone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    delete (window as { PushManager?: unknown }).PushManager;
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)' });
  });
}
const PROFILE = '/dashboard/perfil#avisos';

/** What the shop tells somebody who is not looking at it: the mail about an unpaid code, and web push. */
export const PUSH_SCENES: Scene[] = [
  reminder('email-lembrete', 'light'),
  reminder('email-lembrete-escuro', 'dark'),
  { name: 'avisos-bloqueados', as: 'customer', path: '/dashboard/pedidos', viewportOnly: true },
  { name: 'avisos-pedidos', as: 'customer', path: '/dashboard/pedidos', viewportOnly: true, prepare: allow },
  { name: 'avisos-iphone', as: 'customer', path: '/dashboard/pedidos', viewportOnly: true, prepare: onPhone },
  { name: 'avisos-perfil', as: 'customer', path: PROFILE, viewportOnly: true, prepare: allow },
  { name: 'avisos-perfil-equipe', as: 'staff', path: PROFILE, viewportOnly: true, prepare: allow },
  { name: 'avisos-perfil-iphone', as: 'customer', path: PROFILE, viewportOnly: true, prepare: onPhone },
];
