import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMALL } from '../../catalog/invented-mirror.ts';
import { expect, startShop, test } from '../shop.ts';
import { openSkin, signInOnScreen, signUpOnScreen } from '../steps.ts';

// shows: spec 2.9, spec 2.13, spec 5.1
test('search finds what a player means, keeps its address, and says when there is nothing', async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  await page.goto(`${shop.url}/loja`);
  const search = page.getByPlaceholder('Pesquisar por skin ou campeão...');
  for (const [typed, found] of [
    ['tarvok', "Tar'Vok"],
    ['sol ena', "Sol'Ena"],
    ['dragao', 'Dragão'],
    ['ena sol', "Sol'Ena"],
  ] as const) {
    await search.fill(typed);
    await expect(page).toHaveURL(new RegExp(`q=${typed.replace(' ', '(\\+|%20)')}`));
    await expect(page.locator('main ul li').first()).toContainText(found);
    await expect(search).toBeFocused();
  }
  await search.fill('nada disso');
  await expect(page.getByText('Nenhuma skin encontrada para "nada disso"')).toBeVisible();
  await expect(page).toHaveURL(/q=nada\+disso/);
  await page.reload();
  await expect(search).toHaveValue('nada disso');
});

test("'Carregar mais' grows the list, and back returns to the same place in it", async ({
  shop,
  visitor,
}) => {
  const page = await visitor();
  await page.goto(`${shop.url}/loja`);
  const cards = page.locator('main li:has(> a)');
  await expect(cards).toHaveCount(24);
  await page.getByRole('link', { name: 'Carregar mais' }).click();
  await expect(cards).toHaveCount(48);
  await expect(page.getByText(`Mostrando 48 de ${SMALL.skins} skins oficiais`)).toBeVisible();
  // Where it is on the screen, not on the page: cards above it that were never drawn may turn out longer than guessed.
  const card = cards.nth(40);
  const top = () => card.evaluate((element) => element.getBoundingClientRect().top);
  await card.getByRole('link').first().hover();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  const before = await top();
  await card.getByRole('link').first().click();
  await page.waitForURL(/\/loja\/skin\//);
  await page.goBack();
  await expect(cards).toHaveCount(48);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(100);
});

// shows: spec 4.1, spec 7.2
test(
  'the cart and the session are the same in all tabs of a browser',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    const one = await visitor();
    const account = await signUpOnScreen(one, shop);
    const two = await one.context().newPage();
    await two.goto(`${shop.url}/carrinho`);
    await expect(two.getByText('Seu carrinho está vazio')).toBeVisible();
    const skin = await openSkin(one, shop, 'trepadeira');
    await one.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await expect(two.getByText(skin)).toBeVisible();

    await two.goto(`${shop.url}/dashboard/pedidos`);
    await expect(two.getByText('Nenhum pedido encontrado')).toBeVisible();
    await one.locator('summary', { hasText: 'Minha conta' }).click();
    await one.getByRole('button', { name: 'Sair' }).first().click();
    await expect(one.getByText('Logout realizado!')).toBeVisible();
    await two.waitForURL(/\/auth/);
    await signInOnScreen(two, shop, account);
  },
);

// shows: spec 3.3, spec 4.1
test(
  'a session survives a restart of the shop and cannot be read by scripts',
  { tag: '@release' },
  async ({ catalogServer, visitor }) => {
    const env = { CATALOG_URL: catalogServer.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'fulgor-restart-')) };
    const first = await startShop('embedded', env);
    // The router may be looking ahead for links at the moment the shop stops.
    const page = await visitor({ expected: /manifest patches/ });
    await signUpOnScreen(page, first);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes('session_token'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 7 * 24 * 3600);
    expect(await page.evaluate(() => document.cookie)).not.toContain('session');
    expect(await first.stop()).toBe(0);

    const again = await startShop('embedded', { ...env, PORT: new URL(first.url).port });
    await page.goto(`${again.url}/dashboard/pedidos`);
    await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible();
    expect(await again.stop()).toBe(0);
  },
);
