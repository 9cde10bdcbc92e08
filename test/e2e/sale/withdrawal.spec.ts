import type { Page } from '@playwright/test';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, test } from '../shop.ts';
import { buy, signIn, signUp } from '../steps.ts';

test(
  'a buyer reads who sells, prints a receipt, gives the order back, and takes their data along',
  { tag: '@release' },
  async ({ shop, visitor, database }) => {
    // A screen looks the same on both databases.
    const inspect = async (page: Page, name: string) =>
      database === 'embedded' ? inspectScreen(page, name) : [];
    const buyer = await visitor({ width: 360 });
    const { email } = await signUp(buyer, shop);
    await buy(buyer, shop, email, 'Leona');
    const [order] = (await (await buyer.request.get(`${shop.url}/api/orders`)).json()) as { id: string }[];
    const short = `#${order!.id.slice(0, 8)}`;

    await buyer.goto(`${shop.url}/dashboard/pedidos`);
    await buyer.getByRole('link', { name: `Recibo do pedido ${short}` }).press('Enter');
    await expect(buyer.getByRole('heading', { name: `Recibo do pedido ${short}` })).toBeVisible();
    expect(await inspect(buyer, 'Recibo')).toEqual([]);
    await buyer.goBack();
    await buyer.getByRole('link', { name: `Pedir devolução do pedido ${short}` }).press('Enter');
    await expect(buyer.getByRole('heading', { name: 'Pedir devolução' })).toBeVisible();
    expect(await inspect(buyer, 'Pedir devolução')).toEqual([]);
    await buyer.getByLabel(/^Quer contar o motivo/).fill('Comprei a skin errada.');
    await buyer.getByRole('button', { name: 'Pedir devolução' }).press('Enter');
    await buyer.waitForURL('**/dashboard/pedidos');
    await expect(buyer.getByText('Você pediu a devolução deste pedido.')).toBeVisible();
    expect(await inspect(buyer, 'Pedido com devolução pedida')).toEqual([]);

    const owner = await visitor({ width: 360 });
    await signIn(owner, shop, shop.staff);
    await owner.goto(`${shop.url}/admin/atencao`);
    const card = owner.getByRole('article', { name: 'Pedido de devolução' }).filter({ hasText: short });
    await expect(card).toContainText('Comprei a skin errada.');
    expect(await inspect(owner, 'Atenção com devolução')).toEqual([]);
    await card.getByRole('button', { name: 'Recusar e responder' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Devolução respondida' });
    await dialog.getByLabel('Resposta ao cliente').fill('A skin já está na sua coleção.');
    await dialog.getByRole('button', { name: 'Recusar e responder' }).click();
    await expect(card).toBeHidden();
    // The buyer's open page hears of it by itself.
    await expect(buyer.getByText('A skin já está na sua coleção.')).toBeVisible();
    const told = (mail: string) => mail.includes(`To: ${email}`) && mail.includes('A skin já está na sua');
    await expect.poll(() => shop.mails().filter(told).length).toBe(1);

    await buyer.goto(`${shop.url}/dashboard/meus-dados`);
    expect(await inspect(buyer, 'Meus dados')).toEqual([]);
    const saved = buyer.waitForEvent('download');
    await buyer.getByRole('link', { name: 'Baixar meus dados' }).press('Enter');
    expect((await saved).suggestedFilename()).toBe('meus-dados.zip');
    await buyer.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }).click();
    await expect(buyer.getByRole('heading', { name: 'Política de privacidade' })).toBeVisible();
  },
);
