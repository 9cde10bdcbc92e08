import { expect, test } from '../shop.ts';
import { scriptsToRun, signIn, signUp, confirmAddress } from '../steps.ts';

test(
  'an owner gives a role, changes it and takes it away; the clerk sees what the role opens',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const owner = await visitor({ width: 1280, expected: /^Erro ao adicionar pessoa/ });
    await signIn(owner, shop, shop.staff);
    const clerk = await visitor();
    const { email } = await signUp(clerk, shop);

    await owner.goto(`${shop.url}/admin`);
    await owner.getByRole('link', { name: 'Equipe' }).click();
    await expect(owner.getByText('Você', { exact: true })).toBeVisible();
    await owner.getByRole('button', { name: 'Adicionar pessoa' }).click();
    const dialog = owner.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel(/^Atendimento/).check();
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    // The address is not proved yet: what was typed stays.
    await expect(dialog.getByText('Ninguém confirmou este e-mail.', { exact: false })).toBeVisible();
    await expect(dialog.getByLabel('Email')).toHaveValue(email);
    await confirmAddress(clerk, shop, email);
    await dialog.getByRole('button', { name: 'Adicionar' }).click();
    await expect(dialog).toBeHidden();
    const row = owner.getByRole('listitem').filter({ hasText: email });
    await expect(row.getByText('Atendimento', { exact: true })).toBeVisible();

    await clerk.goto(`${shop.url}/admin`);
    const panel = clerk.getByRole('navigation', { name: 'Painel' });
    await expect(panel.getByRole('link', { name: 'Atendimento' })).toBeVisible();
    await expect(panel.getByRole('link', { name: 'Produtos' })).toHaveCount(0);
    const refused = await clerk.goto(`${shop.url}/admin/produtos`);
    expect(refused?.status()).toBe(403);
    await expect(clerk.getByText('Seu papel na equipe não abre esta tela.')).toBeVisible();
    expect((await clerk.request.get(`${shop.url}/api/admin/staff`)).status()).toBe(403);

    await row.getByRole('button', { name: /Mudar papel/ }).click();
    await dialog.getByLabel(/^Entrega/).check();
    await dialog.getByRole('button', { name: 'Mudar papel' }).click();
    await expect(row.getByText('Entrega', { exact: true })).toBeVisible();
    await clerk.goto(`${shop.url}/admin/mensagens`);
    await scriptsToRun(clerk);
    await clerk.getByRole('link', { name: 'Ver pedidos' }).click();
    await expect(clerk.getByRole('search', { name: 'Pedidos' })).toBeVisible();

    await row.getByRole('button', { name: /Remover/ }).click();
    await dialog.getByRole('button', { name: 'Remover' }).click();
    // Behind an open dialog no row is seen either.
    await expect(dialog).toBeHidden();
    await expect(row).toHaveCount(0);
    await clerk.reload();
    expect(new URL(clerk.url()).pathname).toBe('/');
    await owner.getByRole('link', { name: 'Registro' }).click();
    await expect(owner.getByText('mudou o papel na equipe: Entrega').first()).toBeVisible();
  },
);
