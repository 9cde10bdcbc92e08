import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { scriptsToRun } from './scripts-to-run.ts';
import { expect, type RunningShop } from './shop.ts';

export { scriptsToRun } from './scripts-to-run.ts';

export const BUYER = { name: 'Bruna Compradora', cellphone: '11987654321', taxId: '52998224725' };

/**
 * Opens a page that listens and has fetched all it will fetch by itself: what a journey holds back or cuts off
 * afterwards is what the visitor asks for.
 */
export async function openWhole(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await scriptsToRun(page);
  await page.waitForLoadState('networkidle');
}

/** Ends `setOffline`; the page has heard of it. */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
}

interface Account {
  email: string;
  password: string;
}

export const newAccount = (): Account => ({
  email: `compra-${randomUUID().slice(0, 8)}@exemplo.com`,
  password: 'segredo1',
});

/** Creates an account through the screen and ends signed in, on the page that greets. */
export async function signUpOnScreen(page: Page, shop: RunningShop): Promise<Account> {
  const account = newAccount();
  await page.goto(`${shop.url}/auth?modo=cadastro`);
  await page.getByLabel('Nome de exibição').fill(BUYER.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('Cadastro realizado!')).toBeVisible();
  return account;
}

export async function signInOnScreen(page: Page, shop: RunningShop, account: Account): Promise<void> {
  await page.goto(`${shop.url}/auth`);
  await scriptsToRun(page);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Login realizado!')).toBeVisible();
}

/** The entry of a screen in the panel's navigation; on a phone most are under 'Mais'. */
export async function panelEntry(page: Page, name: string): Promise<Locator> {
  const navigation = page.getByRole('navigation', { name: 'Painel' });
  const entry = navigation.getByRole('link', { name });
  const more = navigation.getByText('Mais', { exact: true });
  if ((await more.isVisible()) && !(await entry.isVisible())) await more.click();
  return entry;
}

/**
 * Creates an account by the shop's own call, for journeys that begin signed in: two pages and three seconds
 * less. The browser has the session, and no page yet.
 */
export async function signUp(page: Page, shop: RunningShop): Promise<Account> {
  const account = newAccount();
  await callAuth(page, shop, 'sign-up', { ...account, name: BUYER.name });
  return account;
}

export async function signIn(page: Page, shop: RunningShop, account: Account): Promise<void> {
  await callAuth(page, shop, 'sign-in', account);
}

/** Opens the mailed link in the browser of the account, and presses the button. */
export async function confirmAddress(page: Page, shop: RunningShop, email: string): Promise<void> {
  const link = () =>
    shop
      .mails()
      .filter((mail) => mail.includes(`To: ${email}`))
      .flatMap((mail) => mail.match(/https?:\/\/\S+\/confirmar-email\/[\w-]+/)?.[0] ?? [])[0];
  await expect.poll(link).toBeTruthy();
  await page.goto(link() ?? '');
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(page.getByRole('heading', { name: 'E-mail confirmado' })).toBeVisible();
}

async function callAuth(page: Page, shop: RunningShop, kind: string, data: object): Promise<void> {
  const answer = await page.request.post(`${shop.url}/api/auth/${kind}/email`, {
    headers: { Origin: shop.url },
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Searches as a player would, opens the first skin found and says its name. */
export async function openSkin(page: Page, shop: RunningShop, query: string): Promise<string> {
  await page.goto(`${shop.url}/loja?q=${encodeURIComponent(query)}`);
  await page
    .getByRole('link', { name: 'Obter Skin' })
    .or(page.locator('main ul a[href^="/loja/skin/"]'))
    .first()
    .click();
  await page.waitForURL(/\/loja\/skin\//);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByRole('button', { name: 'Comprar agora' })).toBeVisible();
  return (await heading.textContent()) ?? '';
}

/** Buys the first skin found and ends at the order list. */
export async function buyBySimulation(
  page: Page,
  shop: RunningShop,
  email: string,
  query: string,
): Promise<string> {
  const skin = await openSkin(page, shop, query);
  await page.getByRole('button', { name: 'Comprar agora' }).click();
  await fillPaymentForm(page, email);
  await page.getByRole('button', { name: /simular pagamento/i }).click();
  await page.waitForURL('**/dashboard/pedidos');
  return skin;
}

/** The same by the shop's own calls, for journeys that begin with a paid order; no page has been opened for it. */
export async function buy(
  page: Page,
  shop: RunningShop,
  email: string,
  ...championIds: string[]
): Promise<void> {
  const headers = { Origin: shop.url };
  const created = await page.request.post(`${shop.url}/api/create-pix-payment`, {
    headers,
    data: {
      amount: 15 * championIds.length,
      description: 'Skins',
      cartItems: championIds.map((championId) => ({ championId, skinNum: 1, price: 15 })),
      customer: { ...BUYER, email },
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { payment } = (await created.json()) as { payment: { id: string } };
  const paid = await page.request.post(`${shop.url}/simulator/pay/${payment.id}`, { headers });
  expect(await paid.json()).toEqual({ id: payment.id, status: 'paid' });
}

/** Fills the payment form of the dialog or page and asks for the code. */
export async function fillPaymentForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Nome completo').fill(BUYER.name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/celular|telefone/i).fill(BUYER.cellphone);
  await page.getByLabel(/CPF/i).fill(BUYER.taxId);
  await page.getByRole('button', { name: /gerar/i }).click();
  await expect(page.getByText('Aguardando pagamento...')).toBeVisible();
}
