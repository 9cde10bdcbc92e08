import { mailBrand } from '#test/mail-brand.ts';
import { resolve } from 'node:path';
import { runnerImport } from 'vite';
import type { Scene } from './scenes.ts';

const BRAND = {
  ...mailBrand,
  seller:
    'Bruna Vendedora de Skins · CNPJ 12.ABC.345/01DE-35 · Rua das Skins, 1, São Paulo, SP · vendas@exemplo.com',
};
const ORDER = {
  id: '7c1d90ab-0000-4000-8000-000000000000',
  userId: 'user',
  status: 'completed' as const,
  customerName: 'Bruna Teste',
  customerEmail: 'bruna@exemplo.com',
  totalCents: 1500,
  discountCents: 0,
  couponCode: null,
  description: '',
  paidAt: null,
  dueAt: null,
  awaitsUpdate: false,
  isGift: false,
  isManual: false,
  items: [],
};
const ANSWER = `A skin foi baixada ontem, duas vezes, e funciona na versão de hoje.
Se ela não abrir no seu computador, conte para a gente: ajudamos a instalar.`;

/** Mails are written in JSX, which Node does not read by itself. */
async function drawAnswer(): Promise<string> {
  const { module } = await runnerImport<typeof import('#emails/withdrawal-declined.ts')>(
    resolve('emails/withdrawal-declined.ts'),
  );
  return module.withdrawalDeclinedMail({ brand: BRAND, order: ORDER, answer: ANSWER }).html;
}

const answer = (name: string, colorScheme: 'light' | 'dark'): Scene => ({
  name,
  as: 'visitor',
  path: 'about:blank',
  prepare: (page) => page.emulateMedia({ colorScheme }),
  act: async (page) => page.setContent(await drawAnswer()),
});

/** Giving an order back: what its buyer and staff see of it. */
export const RIGHTS_SCENES: Scene[] = [
  answer('email-devolucao-recusada', 'light'),
  answer('email-devolucao-recusada-escuro', 'dark'),
  {
    name: 'admin-reembolsar-skins',
    as: 'staff',
    path: ({ deliveredOrderId }) => `/admin/pedidos/${deliveredOrderId}`,
    viewportOnly: true,
    async act(page) {
      await page.getByRole('button', { name: 'Reembolsar' }).first().click();
      await page.getByRole('checkbox').first().check();
    },
  },
];
