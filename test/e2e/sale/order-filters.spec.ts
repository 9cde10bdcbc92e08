import { inspectScreen } from '../inspect-screen.ts';
import { expect, test } from '../shop.ts';
import { BUYER, buyBySimulation, signIn, signUp } from '../steps.ts';

test(
  'a clerk narrows the orders by day, skin and CPF, and the address keeps what is shown',
  { tag: '@release' },
  async ({ shop, browser, visitor }) => {
    const buyer = await visitor();
    const { email } = await signUp(buyer, shop);
    const skin = await buyBySimulation(buyer, shop, email, 'serenata');

    const clerk = await visitor({ width: 1280 });
    await signIn(clerk, shop, shop.staff);
    await clerk.goto(`${shop.url}/admin`);
    const row = clerk.getByRole('row').filter({ hasText: email });
    await expect(row).toBeVisible();
    await clerk.getByText('Filtros', { exact: true }).click();
    const field = (name: string) => clerk.getByLabel(name, { exact: true });
    await field('CPF ou CNPJ').fill('111.444.777-35');
    await clerk.getByRole('button', { name: 'Filtrar' }).click();
    await expect(clerk.getByText('Nenhum pedido encontrado')).toBeVisible();
    await field('CPF ou CNPJ').fill(BUYER.taxId);
    await field('Skin').fill(skin);
    await field('Skin').press('Enter');
    await expect(row).toBeVisible();
    await expect(clerk).toHaveURL(new RegExp(`cpf=${BUYER.taxId}`));
    await field('Até').fill('2020-01-01');
    await field('Até').press('Enter');
    await expect(clerk.getByText('Nenhum pedido encontrado')).toBeVisible();
    await expect(clerk).toHaveURL(/to=2020-01-01/);
    await clerk.getByRole('link', { name: 'Limpar' }).click();
    await expect(row).toBeVisible();

    const path = `/admin?skin=${encodeURIComponent('ninguém')}&from=2020-01-01`;
    await clerk.goto(`${shop.url}${path}`);
    await expect(clerk.getByText('Nenhuma skin tem esse nome.')).toBeVisible();
    expect(await inspectScreen(clerk, path)).toEqual([]);

    // The same without scripts, on a phone.
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      storageState: await clerk.context().storageState(),
    });
    const plain = await context.newPage();
    await plain.goto(`${shop.url}/admin?status=pending`);
    // A picture alone, where the search needs the room.
    await plain.locator('summary', { hasText: 'Filtros' }).click();
    await plain.getByLabel('Skin', { exact: true }).fill(skin);
    await plain.getByRole('button', { name: 'Filtrar' }).click();
    await expect(plain.getByRole('row').filter({ hasText: email })).toBeVisible();
    await expect(plain).toHaveURL(/status=pending.*skin=/);
    await context.close();
  },
);
