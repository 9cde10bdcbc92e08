import type { Scene } from './scenes.ts';

/** Addresses with a slip in them. */
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
];
