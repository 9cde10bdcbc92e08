import type { Browser, Page } from '@playwright/test';
import { SMALL } from '../../catalog/invented-mirror.ts';
import { expect, test, type RunningShop } from '../shop.ts';
import { signUp } from '../steps.ts';

async function openWithoutScripts(
  browser: Browser,
  storageState?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    ...(storageState ? { storageState } : {}),
  });
  return context.newPage();
}

async function readLanding(page: Page, shop: RunningShop): Promise<void> {
  await page.goto(shop.url);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('R$');
  await expect(page.getByText('20.000+')).toBeVisible();
  const [question] = await page.locator('details:has(summary)', { hasText: '?' }).all();
  if (!question) throw new Error('The landing page has no questions.');
  const answer = question.locator(':scope > :not(summary)').first();
  await expect(answer).toBeHidden();
  await question.locator('summary').click();
  await expect(answer).toBeVisible();
  expect((await answer.innerText()).length).toBeGreaterThan(20);
}

test('everything that is there to be read can be read without JavaScript', async ({
  shop,
  browser,
  visitor,
}) => {
  const page = await openWithoutScripts(browser);
  await readLanding(page, shop);

  await page.getByRole('link', { name: 'Explorar Skins' }).click();
  await expect(page.getByText(`Mostrando 24 de ${SMALL.skins} skins oficiais`)).toBeVisible();
  await page.getByRole('link', { name: 'Carregar mais' }).click();
  await expect(page.getByText(`Mostrando 48 de ${SMALL.skins} skins oficiais`)).toBeVisible();
  await page.getByPlaceholder('Pesquisar por skin ou campeão...').fill('tarvok');
  await page.keyboard.press('Enter');
  await expect(page.locator('main ul > li').first()).toContainText("Tar'Vok");

  await page.locator('main ul > li a').first().click();
  await page.waitForURL(/\/loja\/skin\/Khazix\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText("Tar'Vok");
  await expect(page.getByText('R$ 15,00').first()).toBeVisible();

  await page.goto(`${shop.url}/sobre-nos`);
  await expect(page.getByRole('heading', { name: 'Sobre nós' })).toBeVisible();
  await page.context().close();

  const member = await visitor();
  await signUp(member, shop);
  const reader = await openWithoutScripts(browser, await member.context().storageState());
  await reader.goto(`${shop.url}/dashboard/como-utilizar`);
  await expect(reader.getByRole('heading', { name: 'Como Utilizar' })).toBeVisible();
  await expect(reader.getByText('Importante!')).toBeVisible();
  await reader.getByRole('link', { name: 'Tutorial em vídeo' }).click();
  await expect(reader).toHaveURL(/formato=video/);
  await reader.context().close();
});

test("without scripts the brand's letters are asked for by the styles", async ({ shop, browser }) => {
  const page = await openWithoutScripts(browser);
  const asked = ['bricolage', 'inter'].map((name) => page.waitForRequest(new RegExp(`${name}.*\\.woff2$`)));
  await page.goto(shop.url);
  await Promise.all(asked);
  await page.context().close();
});

test(
  'without scripts the form on the page of a skin keeps the wish, and the list lets it go',
  { tag: '@release' },
  async ({ shop, browser, visitor }) => {
    const page = await visitor();
    await signUp(page, shop);
    const plain = await openWithoutScripts(browser, await page.context().storageState());
    await plain.goto(`${shop.url}/loja/skin/Zilean/1`);
    const name = (await plain.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await plain.getByRole('button', { name: 'Lista de desejos' }).click();
    await plain.waitForURL('**/dashboard/desejos');
    await expect(plain.locator('main ul > li').filter({ hasText: name })).toHaveCount(1);
    await plain.getByRole('button', { name: 'Tirar da lista' }).click();
    await expect(plain.getByText('Sua lista de desejos está vazia')).toBeVisible();
    await plain.context().close();

    const nobody = await openWithoutScripts(browser);
    await nobody.goto(`${shop.url}/loja/skin/Zilean/1`);
    await nobody.getByRole('button', { name: 'Lista de desejos' }).click();
    await nobody.waitForURL(/\/auth\?voltar=%2Floja%2Fskin%2FZilean%2F1$/);
    await nobody.context().close();
  },
);
