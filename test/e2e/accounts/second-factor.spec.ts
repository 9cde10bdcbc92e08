import type { Page } from '@playwright/test';
import { totpCode } from '../../visitor/totp.ts';
import { findAxeFaults } from '../inspect-screen.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';
import { signInOnScreen, signUp, signUpOnScreen, confirmAddress } from '../steps.ts';

const PROVOKED = /^(Erro no login|Erro ao fazer login|Verificação em duas etapas|Failed to load)/;

async function expectSound(page: Page): Promise<void> {
  expect(await findAxeFaults(page)).toEqual([]);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').locator('summary').first().click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByText('Logout realizado!')).toBeVisible();
}

async function givePassword(page: Page, shop: RunningShop, account: { email: string; password: string }) {
  await page.goto(`${shop.url}/auth?voltar=%2Fdashboard%2Fpedidos`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Código de verificação', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Código de 6 dígitos')).toBeFocused();
}

/** From the profile's button to the recovery codes; @returns the secret as an authenticator app keeps it. */
async function protect(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Ativar verificação' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha atual').fill(password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code para o aplicativo autenticador' })).toBeVisible();
  const secret = (await dialog.getByTestId('secret').textContent()) ?? '';
  await expectSound(page);
  await dialog.getByLabel('Código de 6 dígitos').fill(totpCode(secret));
  await dialog.getByRole('button', { name: 'Ativar' }).click();
  const list = dialog.getByRole('list', { name: 'Códigos de recuperação' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  return { secret, codes };
}

test(
  'a customer turns the second factor on, signs in with it and with a recovery code, and turns it off',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    test.setTimeout(180_000);
    const page = await visitor({ width: 360, expected: PROVOKED });
    const account = await signUp(page, shop);
    await page.goto(`${shop.url}/dashboard/perfil`);
    // Nobody has shown yet that the address is theirs.
    await expect(page.getByRole('button', { name: 'Ativar verificação' })).toBeHidden();
    await page.getByRole('button', { name: 'Reenviar confirmação' }).click();
    await expect(page.getByText('E-mail enviado. Abra o link dele')).toBeVisible();
    await expectSound(page);
    await confirmAddress(page, shop, account.email);
    await page.goto(`${shop.url}/dashboard/perfil`);
    const { secret, codes } = await protect(page, account.password);
    await expectSound(page);
    await page.getByRole('button', { name: 'Copiar' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const code of codes) expect(copied).toContain(code);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar' }).click();
    expect((await download).suggestedFilename()).toBe('codigos-de-recuperacao.txt');
    // Neither a stray tap beside them nor Esc takes them away.
    await page.mouse.click(5, 5);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Já guardei meus códigos' }).click();
    await expect(page.getByText('Ativada', { exact: true })).toBeVisible();
    await expectSound(page);

    await signOut(page);
    await givePassword(page, shop, account);
    await expectSound(page);
    // The password alone opened nothing.
    expect(await (await page.request.get(`${shop.url}/api/auth/get-session`)).json()).toBeNull();
    await page.getByLabel('Código de 6 dígitos').fill('000 000');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText(/Código incorreto/).first()).toBeVisible();
    await page.getByLabel('Código de 6 dígitos').fill(totpCode(secret, 1));
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Login realizado!')).toBeVisible();
    await page.waitForURL('**/dashboard/pedidos');

    await signOut(page);
    await givePassword(page, shop, account);
    await page.getByRole('link', { name: 'Usar um código de recuperação' }).click();
    await page.getByLabel('Código de recuperação').fill(codes[3]!.replace('-', ' '));
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Login realizado!')).toBeVisible();
    await page.waitForURL('**/dashboard/pedidos');

    await page.goto(`${shop.url}/dashboard/perfil`);
    await page.getByRole('button', { name: 'Desativar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Senha atual').fill('errada-errada');
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    await expect(dialog.getByText('Senha atual incorreta')).toBeVisible();
    await dialog.getByLabel('Senha atual').fill(account.password);
    await dialog.getByRole('button', { name: 'Desativar' }).click();
    await expect(page.getByText('Desativada', { exact: true })).toBeVisible();
  },
);

test(
  'a session ended from the list goes out in its open tab; so do all others at once',
  { tag: '@release' },
  async ({ shop, visitor }) => {
    test.setTimeout(120_000);
    const page = await visitor({ width: 1440 });
    const account = await signUpOnScreen(page, shop);
    const [phone, tablet] = [await visitor(), await visitor()];
    for (const other of [phone, tablet]) {
      await signInOnScreen(other, shop, account);
      await other.goto(`${shop.url}/dashboard/pedidos`);
    }
    await page.goto(`${shop.url}/dashboard/perfil`);
    const rows = page.locator('#seguranca li');
    await expect(rows).toHaveCount(3);
    await expect(rows.first()).toContainText('esta sessão');
    await expect(rows.nth(1)).toContainText('Chrome no Linux');
    await expect(rows.nth(1)).toContainText(/IP 203\.0\./);
    await expectSound(page);
    await rows
      .nth(1)
      .getByRole('button', { name: /^Encerrar/ })
      .click();
    await expect(page.getByText('Sessão encerrada')).toBeVisible();
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Encerrar todas as outras' }).click();
    await expect(page.getByText('Outras sessões encerradas')).toBeVisible();
    await expect(rows).toHaveCount(1);
    for (const other of [phone, tablet]) {
      await other.waitForURL(/\/auth\?voltar=/, { timeout: 30_000 });
      expect((await other.request.get(`${shop.url}/api/orders`)).status()).toBe(401);
    }
    expect((await page.request.get(`${shop.url}/api/orders`)).status()).toBe(200);
  },
);

test(
  'with REQUIRE_STAFF_2FA the panel opens only to staff with a second factor, screens and API alike',
  { tag: '@release' },
  async ({ database, catalogServer, visitor }) => {
    test.setTimeout(180_000);
    const shop = await startStockedShop(database, { CATALOG_URL: catalogServer.url, REQUIRE_STAFF_2FA: '1' });
    try {
      const page = await visitor({ width: 1440, expected: PROVOKED });
      await signInOnScreen(page, shop, shop.staff);
      const ask = (path: string, method = 'GET', form?: Record<string, string>) =>
        page.request.fetch(`${shop.url}${path}`, {
          method,
          ...(form && { form }),
          headers: { Origin: shop.url },
          maxRedirects: 0,
        });
      for (const [path, method] of [
        ['/api/admin/orders', 'GET'],
        ['/api/admin/products', 'GET'],
        ['/api/admin/products', 'POST'],
        ['/api/admin/skins?q=iacema', 'GET'],
        ['/api/admin/orders/0a1b2c3d-0000-4000-8000-000000000000/links', 'POST'],
      ] as const) {
        const answer = await ask(path, method);
        expect(answer.status(), path).toBe(403);
        expect((await answer.json()).error.code).toBe('second_factor_required');
      }
      for (const path of ['/admin', '/admin/produtos', '/admin/mensagens', '/admin/catalogo']) {
        const answer = await ask(path);
        expect([answer.status(), answer.headers().location], path).toEqual([
          302,
          '/dashboard/perfil?exige=verificacao#seguranca',
        ]);
      }
      expect((await ask('/admin/catalogo', 'POST', { do: 'catalog.import' })).status()).toBe(302);

      await page.goto(`${shop.url}/loja`);
      await page.getByRole('link', { name: 'STAFF' }).click();
      await page.waitForURL('**/dashboard/perfil?exige=verificacao#seguranca');
      await expect(page.getByText('Para usar o painel da equipe')).toBeVisible();
      await protect(page, shop.staff.password);
      await page.getByRole('button', { name: 'Já guardei meus códigos' }).click();
      await page.getByRole('link', { name: 'STAFF' }).click();
      await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
      expect((await ask('/api/admin/orders')).status()).toBe(200);
      await page.close();
    } finally {
      expect(await shop.stop()).toBe(0);
    }
  },
);
