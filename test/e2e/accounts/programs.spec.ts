import { expect, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { signIn } from '../steps.ts';

test(
  'a dono makes a key in the panel, a program uses it, and ends it; without scripts too',
  { tag: '@release' },
  async ({ shop, visitor, browser }) => {
    const page = await visitor({ width: 1280, expected: /^Erro ao criar chave/ });
    await signIn(page, shop, shop.staff);
    await page.goto(`${shop.url}/admin/programas`);
    await page.getByLabel('Nome').fill('Planilha');
    await page.getByRole('button', { name: 'Criar chave' }).click();
    await expect(page.getByText('Escolha o que a chave pode fazer.')).toBeVisible();
    await page.getByLabel('Ver pedidos').check();
    await page.getByLabel('Só destes endereços').fill('127.0.0.1, ::1');
    await page.getByRole('button', { name: 'Criar chave' }).click();
    const made = page.getByRole('status').filter({ hasText: 'Copie agora' });
    const key = await made.getByLabel('Chave').inputValue();
    await expect(page.getByText('nunca usada')).toBeVisible();
    await expect(page.getByLabel('Nome')).toHaveValue('');
    expect(await inspectScreen(page, 'programas')).toEqual([]);

    const call = (path: string) =>
      fetch(`${shop.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect((await call('orders')).status).toBe(200);
    expect((await call('settings')).status).toBe(403);
    await page.reload();
    await expect(made).toHaveCount(0);
    await expect(page.getByText('usada pela última vez')).toBeVisible();
    // What is being typed for the next one stays.
    await page.getByLabel('Nome').fill('Outra');
    await page.getByRole('button', { name: 'Encerrar a chave Planilha' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar chave' }).click();
    await expect(page.getByText('Nenhuma chave')).toBeVisible();
    await expect(page.getByLabel('Nome')).toHaveValue('Outra');
    expect((await call('orders')).status).toBe(401);

    const context = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const bare = await context.newPage();
    await bare.goto(`${shop.url}/admin/programas`);
    await bare.getByLabel('Nome').fill('Robô');
    await bare.getByLabel('Ver números').check();
    await bare.getByLabel('Vale até').fill('2020-01-01');
    await bare.getByRole('button', { name: 'Criar chave' }).click();
    await expect(bare.getByText('Escolha uma data que ainda não passou.')).toBeVisible();
    await expect(bare.getByLabel('Ver números')).toBeChecked();
    await bare.getByLabel('Vale até').fill('');
    await bare.getByRole('button', { name: 'Criar chave' }).click();
    await expect(bare.getByText('Copie agora')).toBeVisible();
    await context.close();
  },
);
