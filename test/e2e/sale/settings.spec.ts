import packageJson from '../../../package.json' with { type: 'json' };
import { expect, startStockedShop, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { buyBySimulation, fillPaymentForm, openSkin, signIn, signUp } from '../steps.ts';

test(
  'the owner renames the shop and raises the price, and the next visitor reads both',
  { tag: '@release' },
  async ({ visitor, database }) => {
    const shop = await startStockedShop(database);
    try {
      const buyer = await visitor();
      await buyer.goto(`${shop.url}/`);
      await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(/Qualquer skin por R\$\s15,00\./);

      const owner = await visitor({ width: 1280, expected: /^Configurações não salvas/ });
      await signIn(owner, shop, shop.staff);
      await owner.goto(`${shop.url}/admin`);
      await expect(owner.getByText(`Fulgor ${packageJson.version}`)).toBeVisible();
      await owner.getByRole('link', { name: 'Configurações' }).click();
      const chapters = owner.getByRole('navigation', { name: 'Capítulos das configurações' });
      await chapters.getByRole('link', { name: 'Pagamento' }).click();
      const price = owner.getByRole('form', { name: 'Pagamento' });
      await price.getByLabel('Preço de cada skin').fill('0,5');
      await price.getByRole('button', { name: 'Salvar' }).click();
      await expect(price.getByRole('alert')).toContainText('O que você digitou foi mantido.');
      await expect(price.getByText('Informe um preço de R$ 1,00 a R$ 5.000,00')).toBeVisible();
      await expect(price.getByLabel('Preço de cada skin')).toHaveValue('0,5');
      await expect(price.getByLabel('Preço de cada skin')).toBeFocused();
      expect(await inspectScreen(owner, 'Configurações')).toEqual([]);
      await owner.setViewportSize({ width: 1280, height: 800 });
      await price.getByLabel('Preço de cada skin').fill('19,9');
      await price.getByRole('button', { name: 'Salvar' }).click();
      await expect(price.getByRole('status')).toHaveText('Configurações salvas.');
      await expect(price.getByLabel('Preço de cada skin')).toHaveValue('19,90');

      await chapters.getByRole('link', { name: 'Loja' }).click();
      const general = owner.getByRole('form', { name: 'Loja' });
      await general.getByLabel('Nome da loja').fill('Loja da Bia');
      await general.getByRole('button', { name: 'Salvar' }).click();
      await expect(owner).toHaveTitle(/Loja da Bia/);
      await owner.getByRole('link', { name: 'Registro' }).click();
      await expect(owner.getByText('de ‘Fulgor’ para ‘Loja da Bia’')).toBeVisible();
      await expect(
        owner.getByText(/Preço de cada skin \(R\$\), de R\$\s15,00 para R\$\s19,90/),
      ).toBeVisible();

      // The page that is kept for everybody is another one now.
      await buyer.reload();
      await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(/Qualquer skin por R\$\s19,90\./);
      await expect(buyer).toHaveTitle(/Loja da Bia/);
      await openSkin(buyer, shop, 'ventania');
      await expect(buyer.getByText(/R\$\s19,90/).first()).toBeVisible();
    } finally {
      await shop.stop();
    }
  },
);

test(
  'outside staff hours the buyer reads before paying until when the order comes, and staff see its clock',
  { tag: '@release' },
  async ({ visitor, database }) => {
    const shop = await startStockedShop(database);
    try {
      const owner = await visitor({ width: 1280 });
      await signIn(owner, shop, shop.staff);
      await owner.goto(`${shop.url}/admin/configuracoes?capitulo=entrega`);
      const delivery = owner.getByRole('form', { name: 'Entrega' });
      const team = owner.getByRole('form', { name: 'Equipe' });
      const save = async (form: typeof team) => {
        await form.getByRole('button', { name: 'Salvar' }).click();
        await expect(form.getByRole('status')).toHaveText('Configurações salvas.');
      };
      // In four days, and nowhere near the hour of this test.
      const day = new Date(Date.now() - 3 * 3_600_000 + 4 * 86_400_000);
      const name = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'][day.getUTCDay()]!;
      const [, month, date] = day.toISOString().slice(0, 10).split('-');
      const arrival = `${date}/${month}/${day.getUTCFullYear()} 09:20`;
      await delivery.getByLabel('Prazo de entrega').fill('20');
      await save(delivery);
      await owner.goto(`${shop.url}/admin/configuracoes?capitulo=equipe`);
      await team.getByRole('switch', { name: 'Sempre aberta' }).uncheck();
      for (const other of ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom']) {
        await team.getByLabel(other, { exact: true }).setChecked(other === name);
      }
      await team.getByLabel('Das').fill('09:00');
      await team.getByLabel('Às').fill('22:00');
      await save(team);

      const buyer = await visitor();
      const { email } = await signUp(buyer, shop);
      await openSkin(buyer, shop, 'ventania');
      await buyer.getByRole('button', { name: 'Comprar agora' }).click();
      const notice = buyer.getByRole('dialog').getByRole('note');
      await expect(notice).toContainText(`Pagando agora, sua entrega chega até ${arrival}.`);
      expect(await inspectScreen(buyer, 'the form outside staff hours')).toEqual([]);
      await buyer.setViewportSize({ width: 390, height: 844 });
      await fillPaymentForm(buyer, email);
      await expect(notice).toContainText(arrival);
      await buyer.getByRole('button', { name: /simular pagamento/i }).click();
      await expect(buyer.getByText(`Sua entrega chega até ${arrival}.`).first()).toBeVisible();
      await buyer.waitForURL('**/dashboard/pedidos');
      await expect(buyer.getByText(`Sua entrega chega até ${arrival}.`)).toBeVisible();

      await owner.goto(`${shop.url}/admin?status=pending`);
      await expect(owner.locator('tbody tr').first()).toContainText(`VENCE ${arrival}`);
      await owner.goto(`${shop.url}/admin/configuracoes?capitulo=equipe`);
      await team.getByRole('switch', { name: 'Sempre aberta' }).check();
      await save(team);
      // Found by its name, and the keyboard is in its field.
      await owner.keyboard.press('Control+k');
      await owner.getByRole('combobox').fill('prazo');
      await owner.getByRole('option', { name: 'Prazo de entrega (minutos) Entrega' }).click();
      await expect(delivery.getByLabel('Prazo de entrega')).toBeFocused();
      await delivery.getByLabel('Prazo de entrega').fill('4');
      await save(delivery);
      await buyBySimulation(buyer, shop, email, 'tarvok');
      await owner.goto(`${shop.url}/admin?status=pending`);
      await expect(owner.locator('tbody tr').first()).toContainText('VENCE EM 4 MIN');
      await expect(owner.locator('tbody tr').nth(1)).toContainText(`VENCE ${arrival}`);
    } finally {
      await shop.stop();
    }
  },
);
