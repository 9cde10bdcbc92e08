import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { fillPaymentForm, openSkin, signUp } from '../steps.ts';

test('a gift is bought on a phone, its mail opens it, and one tap after sign-in makes the skin theirs', async ({
  shop,
  visitor,
  database,
}) => {
  // A screen looks the same on both databases.
  const inspect = async (page: Page, name: string) =>
    database === 'embedded' ? inspectScreen(page, name) : [];
  const page = await visitor({ width: 360 });
  const { email } = await signUp(page, shop);
  const receiver = `amiga-${Date.now()}@exemplo.com`;
  const skin = await openSkin(page, shop, 'tarvok');
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await page.getByRole('switch', { name: 'É um presente' }).check();
  await page.getByLabel('E-mail de quem recebe').fill(receiver);
  await page.getByLabel('Mensagem (opcional)').fill('Feliz aniversário!');
  expect(await inspect(page, 'Comprar um presente')).toEqual([]);
  await fillPaymentForm(page, email);
  await page.getByRole('button', { name: /simular pagamento/i }).click();
  await page.waitForURL('**/dashboard/pedidos');
  await expect(page.getByText(`Presente para ${receiver}. Ainda não foi aberto.`)).toBeVisible();

  const read = () =>
    shop
      .mails()
      .filter((mail) => mail.includes(`To: ${receiver}`))
      .map((mail) => mail.replaceAll(/=\r?\n/g, ''));
  await expect.poll(() => read().length).toBe(1);
  const path = /\/presente\/[\w-]{22}/.exec(read()[0] ?? '')?.[0] ?? '';
  const friend = await visitor({ width: 360 });
  await friend.goto(shop.url + path);
  await expect(friend.getByRole('heading', { name: 'Bruna deu uma skin para você!' })).toBeVisible();
  await expect(friend.getByText('Feliz aniversário!')).toBeVisible();
  expect(await inspect(friend, 'Presente')).toEqual([]);
  await friend.getByRole('link', { name: 'Entrar ou criar conta para abrir' }).click();
  await friend.waitForURL(/\/auth\?voltar=/);
  await signUp(friend, shop);
  await friend.goto(shop.url + path);
  await friend.getByRole('button', { name: 'Abrir meu presente' }).click();
  await friend.waitForURL('**/dashboard/colecao');
  await expect(friend.getByText(skin).first()).toBeVisible();

  await page.reload();
  await expect(page.getByText('Já foi aberto.')).toBeVisible();
  await page.goto(`${shop.url}/dashboard/colecao`);
  await expect(page.getByText(skin)).toHaveCount(0);
});
