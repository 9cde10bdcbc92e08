import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { activate, typeInto } from '../keyboard.ts';
import { BUYER, fillPaymentForm, newAccount, openSkin, scriptsToRun, signUp } from '../steps.ts';

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
  await page.getByLabel(/celular/i).fill(BUYER.cellphone);
  await page.getByLabel(/CPF/i).fill(BUYER.taxId);
  await page.getByLabel('Mensagem (opcional)').fill('Veja em http://exemplo.com');
  await page.getByRole('button', { name: /gerar/i }).click();
  // The caret goes to what was refused, in these fields as in the payer's.
  await expect(page.getByLabel('Mensagem (opcional)')).toBeFocused();
  await page.getByLabel('Mensagem (opcional)').fill('Feliz aniversário!');
  // Closed and opened again, it is the same gift.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await expect(page.getByRole('switch', { name: 'É um presente' })).toBeChecked();
  await expect(page.getByLabel('Mensagem (opcional)')).toHaveValue('Feliz aniversário!');
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
  // With the keyboard alone, and without typing the address again.
  await scriptsToRun(friend);
  await activate(friend, friend.getByRole('link', { name: 'Criar conta ou entrar para abrir' }));
  await friend.waitForURL(/\/auth\?modo=cadastro&voltar=/);
  await expect(friend.getByText(`Um presente espera por você: ${skin}`)).toBeVisible();
  const account = newAccount();
  await typeInto(friend, friend.getByLabel('Nome de exibição'), BUYER.name);
  await typeInto(friend, friend.getByRole('textbox', { name: 'Email' }), account.email);
  await typeInto(friend, friend.getByLabel('Senha', { exact: true }), account.password);
  await friend.keyboard.press('Enter');
  await friend.waitForURL(`**${path}`);
  await activate(friend, friend.getByRole('button', { name: 'Abrir meu presente' }));
  await friend.waitForURL('**/dashboard/colecao');
  await expect(friend.getByText(skin).first()).toBeVisible();

  await page.reload();
  await expect(page.getByText('Já foi aberto.')).toBeVisible();
  await page.goto(`${shop.url}/dashboard/colecao`);
  await expect(page.getByText(skin)).toHaveCount(0);
});
