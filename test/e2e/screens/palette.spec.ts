import { inspectScreen } from '../inspect-screen.ts';
import { expect, test } from '../shop.ts';
import { buy, signIn, signUp } from '../steps.ts';

test(
  'the palette finds screens, orders and skins and goes there, by keyboard alone',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Sona');
    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin`);
    const dialog = clerk.getByRole('dialog', { name: 'Buscar no painel' });
    const chosen = dialog.getByRole('option', { selected: true });

    await clerk.keyboard.press('Control+k');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await expect(chosen).toContainText('Pedidos');
    await clerk.keyboard.press('ArrowUp');
    await expect(chosen).toContainText('Registro');
    await clerk.keyboard.press('ArrowDown');
    await expect(chosen).toContainText('Pedidos');
    await clerk.keyboard.type('equi');
    await expect(chosen).toContainText('Equipe');
    await clerk.keyboard.press('Enter');
    await clerk.waitForURL('**/admin/equipe');
    await expect(dialog).toHaveCount(0);

    await clerk.keyboard.press('Meta+k');
    await clerk.keyboard.type(email);
    await expect(chosen).toContainText(email);
    expect(await inspectScreen(clerk, 'palette')).toEqual([]);
    await clerk.keyboard.press('Enter');
    await clerk.waitForURL('**/admin/pedidos/*');
    await expect(clerk.getByText(email).first()).toBeVisible();

    await clerk.keyboard.press('Control+k');
    await clerk.keyboard.type('serpente');
    await expect(dialog.getByRole('group', { name: 'Skins' }).getByRole('option').first()).toBeVisible();
    await clerk.keyboard.type(' nada disso');
    await expect(dialog.getByText('Nada encontrado', { exact: false })).toBeVisible();
    await clerk.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  },
);

test(
  'on a phone the palette opens by its button, says what it cannot reach, and gives the focus back',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const clerk = await visitor({ width: 360 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin/registro`);
    const button = clerk.getByRole('button', { name: 'Buscar' });
    await button.click();
    const dialog = clerk.getByRole('dialog', { name: 'Buscar no painel' });
    await clerk.route('**/api/admin/orders?*', (route) => route.abort());
    await dialog.getByRole('combobox').fill('produtos');
    await expect(dialog.getByText('A pesquisa não respondeu por inteiro.', { exact: false })).toBeVisible();
    await clerk.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await button.click();
    await dialog.getByRole('combobox').fill('produtos');
    await dialog.getByRole('option', { name: /^Produtos/ }).click();
    await clerk.waitForURL('**/admin/produtos');
  },
);
