import { expect, test } from '../shop.ts';
import { BUYER, signUpOnScreen } from '../steps.ts';

const SKIN = '/loja/skin/Ahri/4';

test(
  'a dialog on a page that came without a nonce locks the page under it',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const page = await visitor({ width: 1440 });
    await page.goto(shop.url + SKIN);
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await page.waitForURL('**/auth?**');
    await page.getByRole('tab', { name: /cadastro|criar/i }).click();
    await page.getByLabel('Nome de exibição').fill(BUYER.name);
    await page.getByLabel('Email').fill(`guardada-${Date.now()}@exemplo.com`);
    await page.getByLabel('Senha', { exact: true }).fill('segredo1');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.waitForURL(`**${SKIN}`);
    // Still the document that came without one.
    expect(await page.locator('script[nonce]').count()).toBe(0);
    const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflow);
    expect(await overflow()).not.toBe('hidden');
    await page.getByRole('button', { name: 'Comprar agora' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await overflow()).toBe('hidden');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await overflow()).not.toBe('hidden');
  },
);

test('who goes back to a page kept from before the sign-in is greeted there', async ({ shop, visitor }) => {
  const page = await visitor({ width: 1440 });
  await page.goto(`${shop.url}/sobre-nos`);
  await expect(page.getByRole('link', { name: 'Fazer Login' })).toBeVisible();
  await signUpOnScreen(page, shop);
  while (!page.url().endsWith('/sobre-nos')) await page.goBack();
  await expect(page.getByRole('banner').getByText(BUYER.name).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fazer Login' })).toHaveCount(0);
});
