import { expect, test } from '../shop.ts';
import { BUYER, scriptsToRun, signUpOnScreen } from '../steps.ts';

const SKIN = '/loja/skin/Ahri/4';

// A script or style that the policy refuses is a console error, which ends the journey (shop.ts).
test('every cached page comes to life under a policy without a nonce', async ({ shop, visitor }) => {
  for (const width of [360, 1440]) {
    const page = await visitor({ width });
    for (const path of ['/', '/loja', '/loja?pagina=2', SKIN, '/sobre-nos', '/contato', '/carreiras']) {
      const answer = await page.goto(shop.url + path);
      expect(answer?.headers()['cache-control'], path).toContain('s-maxage');
      expect(await page.locator('script[nonce], style').count(), path).toBe(0);
      await scriptsToRun(page);
      // Without a router that runs, the link would fetch a new document.
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await page.getByRole('link', { name: /^Carrinho/ }).click();
      await page.waitForURL('**/carrinho');
      expect(await page.evaluate(() => 'sameDocument' in window), path).toBe(true);
    }
  }
});

test('a dialog on a page that came without a nonce locks the page under it', async ({ shop, visitor }) => {
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
});

test('who goes back to a page kept from before the sign-in is greeted there', async ({ shop, visitor }) => {
  const page = await visitor({ width: 1440 });
  await page.goto(`${shop.url}/sobre-nos`);
  await expect(page.getByRole('link', { name: 'Fazer Login' })).toBeVisible();
  await signUpOnScreen(page, shop);
  while (!page.url().endsWith('/sobre-nos')) await page.goBack();
  await expect(page.getByRole('banner').getByText(BUYER.name).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fazer Login' })).toHaveCount(0);
});
