import { expect, startStockedShop, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { openSkin, signIn } from '../steps.ts';

test('the owner renames the shop and raises the price, and the next visitor reads both', async ({
  visitor,
  database,
}) => {
  const shop = await startStockedShop(database);
  try {
    const buyer = await visitor();
    await buyer.goto(`${shop.url}/`);
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(/Qualquer skin por R\$\s15,00\./);

    const owner = await visitor({ width: 1280 });
    await signIn(owner, shop, shop.staff);
    await owner.goto(`${shop.url}/admin`);
    await owner.getByRole('link', { name: 'Configurações' }).click();
    const price = owner.getByRole('form', { name: 'Preço' });
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

    const general = owner.getByRole('form', { name: 'Loja' });
    await general.getByLabel('Nome da loja').fill('Loja da Bia');
    await general.getByRole('button', { name: 'Salvar' }).click();
    await expect(owner).toHaveTitle(/Loja da Bia/);
    await owner.getByRole('link', { name: 'Registro' }).click();
    await expect(owner.getByText('de ‘Fulgor’ para ‘Loja da Bia’')).toBeVisible();
    await expect(owner.getByText(/Preço de cada skin \(R\$\), de R\$\s15,00 para R\$\s19,90/)).toBeVisible();

    // The page that is kept for everybody is another one now.
    await buyer.reload();
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(/Qualquer skin por R\$\s19,90\./);
    await expect(buyer).toHaveTitle(/Loja da Bia/);
    await openSkin(buyer, shop, 'ventania');
    await expect(buyer.getByText(/R\$\s19,90/).first()).toBeVisible();
  } finally {
    await shop.stop();
  }
});
