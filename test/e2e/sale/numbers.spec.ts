import { hearConsole, inspectScreen } from '../inspect-screen.ts';
import { expect, startStockedShop, test } from '../shop.ts';
import { buy, panelEntry, signIn, signUp } from '../steps.ts';

test(
  'a new shop lists its first steps; what was bought stands in the numbers, as figures, picture and table',
  { tag: '@release' },
  async ({ visitor, database }) => {
    const shop = await startStockedShop(database);
    try {
      const owner = await visitor({ width: 1280 });
      await signIn(owner, shop, shop.staff);
      await owner.goto(`${shop.url}/admin`);
      const steps = owner.getByRole('region', { name: 'Primeiros passos' });
      // One line, that stays open once it was opened.
      await expect(steps.getByText('Faltam 9 passos')).toBeVisible();
      await expect(steps.getByRole('link', { name: 'Testar e-mail' })).toBeHidden();
      await steps.getByText('Primeiros passos').click();
      await expect(steps.getByText('Primeiro pedido de teste: falta fazer')).toBeVisible();
      await expect(steps.getByRole('link', { name: 'Testar e-mail' })).toBeVisible();

      const buyer = await visitor();
      const { email } = await signUp(buyer, shop);
      await buy(buyer, shop, email, 'Leona');
      await buy(buyer, shop, email, 'Lux');
      await owner.reload();
      await expect(steps.getByText('Primeiro pedido de teste: feito')).toBeVisible();
      await steps.getByRole('button', { name: 'Esconder' }).click();
      await expect(steps).toBeHidden();
      await owner.reload();
      await expect(owner.getByRole('search', { name: 'Pedidos' })).toBeVisible();
      await expect(steps).toBeHidden();

      const heard = hearConsole(owner);
      await (await panelEntry(owner, 'Números')).click();
      await expect(owner.getByText('2 pedidos hoje')).toBeVisible();
      const hours = owner.getByRole('figure', { name: 'Pedidos por hora' });
      await expect(hours.locator('div > svg:visible')).toHaveCount(1);
      await hours.getByText('Ver como tabela').click();
      // Both in this hour, or one before the clock struck.
      await expect(hours.getByRole('row').last()).toHaveText(/\d+h\s*[12]$/);
      await owner.getByRole('link', { name: '7 dias' }).click();
      await expect(owner.getByText(/^2 pedidos de /)).toBeVisible();
      await expect(owner.getByText('2 pedidos pagos')).toBeVisible();
      const chart = owner.getByRole('figure', { name: 'Recebido por dia' });
      await expect(chart.locator('div > svg:visible')).toHaveCount(1);
      await chart.getByText('Ver como tabela').click();
      await expect(chart.getByRole('row').last()).toHaveText(/\d\d\/\d\d\s*R\$\s30,00/);
      await expect(owner.getByRole('table', { name: 'Skins mais vendidas' }).getByRole('row')).toHaveCount(3);
      expect(await inspectScreen(owner, 'Números')).toEqual([]);

      await owner.getByLabel('De', { exact: true }).fill('2026-01-01');
      await owner.getByLabel('Até', { exact: true }).fill('2026-01-02');
      await owner.getByRole('button', { name: 'Ver período' }).click();
      await expect(owner.getByText('Nenhuma venda nestes dias')).toBeVisible();
      await owner.getByLabel('De', { exact: true }).fill('2026-01-03');
      await owner.getByLabel('De', { exact: true }).press('Enter');
      await expect(owner.getByRole('alert')).toContainText('O começo vem depois do fim.');
      await expect(owner.getByLabel('De', { exact: true })).toHaveValue('2026-01-03');
      await expect(owner.getByLabel('Até', { exact: true })).toHaveValue('2026-01-02');
      // Above all nothing that the policy of the pages refuses.
      expect(heard).toEqual([]);
    } finally {
      await shop.stop();
    }
  },
);
