import type { Page } from '@playwright/test';
import { SMALL } from '../../catalog/invented-mirror.ts';
import { hideTable, runStatement } from '../database-statement.ts';
import { createPostgresDatabase, expect, startShop, test as base, type RunningShop } from '../shop.ts';
import { signIn, signUp } from '../steps.ts';

interface BrokenShop extends RunningShop {
  /** Takes a table away; the answer puts it back. */
  hide(table: string): Promise<() => Promise<void>>;
  /** Cuts every connection and refuses new ones; the answer lets them in again. */
  cutOff(): Promise<() => Promise<void>>;
}

const test = base.extend<object, { brokenShop: BrokenShop }>({
  brokenShop: [
    async ({ catalogServer }, use) => {
      const url = await createPostgresDatabase();
      const name = new URL(url).pathname.slice(1);
      const shop = await startShop('embedded', { CATALOG_URL: catalogServer.url, DATABASE_URL: url });
      await use({
        ...shop,
        hide: (table) => hideTable(url, table),
        async cutOff() {
          const server = new URL(url);
          server.pathname = '/postgres';
          await runStatement(server.href, `alter database ${name} allow_connections false`);
          await runStatement(
            server.href,
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
          );
          return () => runStatement(server.href, `alter database ${name} allow_connections true`);
        },
      });
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const toast = (page: Page, title: string) => page.locator('[data-sonner-toast]').filter({ hasText: title });

/** Opens a screen without its table: status, toast and sentence; then the table is back and so is the screen. */
async function expectRecovery(
  page: Page,
  shop: BrokenShop,
  {
    path,
    table,
    title,
    sentence,
    healed,
  }: Record<'path' | 'table' | 'title' | 'sentence' | 'healed', string>,
): Promise<void> {
  const mend = await shop.hide(table);
  const [answer] = await Promise.all([
    page.goto(`${shop.url}${path}`),
    page.waitForEvent('console', (message) => message.text().startsWith(title)),
  ]);
  expect(answer?.status()).toBe(503);
  await expect(toast(page, title)).toContainText(sentence);
  await expect(page.getByRole('alert')).toContainText(sentence);
  await expect(page.getByRole('alert')).toContainText('Nada do que é seu se perdeu.');
  await mend();
  // It may have tried by itself a moment before.
  const retry = page.getByRole('link', { name: 'Tentar novamente' });
  await retry.click({ timeout: 5_000 }).catch(() => {});
  await expect(page.getByText(healed)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Tentar novamente' })).toHaveCount(0);
}

// shows: spec 8.12, spec 8.17
test(
  "the customer's screens say what could not be read, and recover",
  { tag: '@release' },
  async ({ brokenShop: shop, visitor }) => {
    test.setTimeout(180_000);
    const page = await visitor({ expected: /^Erro ao carregar/ });
    await signUp(page, shop);
    await expectRecovery(page, shop, {
      path: '/dashboard/colecao',
      table: 'user_collection',
      title: 'Erro ao carregar coleção',
      sentence: 'Não foi possível carregar suas skins.',
      healed: 'Sua coleção está vazia',
    });
    await expectRecovery(page, shop, {
      path: '/dashboard/pedidos',
      table: 'orders',
      title: 'Erro ao carregar pedidos',
      sentence: 'Não foi possível carregar os pedidos.',
      healed: 'Nenhum pedido encontrado',
    });
    await expectRecovery(page, shop, {
      path: '/dashboard/perfil',
      table: 'profiles',
      title: 'Erro ao carregar perfil',
      sentence: 'Não foi possível carregar seu perfil.',
      healed: 'O email não pode ser alterado',
    });
  },
);

// shows: spec 8.17, spec 8.19
test(
  "the staff's screens say what could not be read, and recover",
  { tag: '@release' },
  async ({ brokenShop: shop, visitor }) => {
    test.setTimeout(180_000);
    const page = await visitor({ width: 1280, expected: /^Erro ao carregar/ });
    await signIn(page, shop, shop.staff);
    await expectRecovery(page, shop, {
      path: '/admin',
      table: 'orders',
      title: 'Erro ao carregar pedidos',
      sentence: 'Não foi possível carregar os pedidos.',
      healed: 'Nenhum pedido encontrado',
    });
    await expectRecovery(page, shop, {
      path: '/admin/produtos',
      table: 'products',
      title: 'Erro ao carregar produtos',
      sentence: 'Não foi possível carregar os produtos.',
      healed: 'Nenhum produto cadastrado',
    });
  },
);

// shows: threat 50
test('with the whole database away the store stays open, the account says so, and both come back', async ({
  brokenShop: shop,
  visitor,
}) => {
  const [page, stranger] = [await visitor({ expected: /^/ }), await visitor({ expected: /^Erro no login/ })];
  await signUp(page, shop);
  const mend = await shop.cutOff();
  try {
    const store = await page.goto(`${shop.url}/loja`);
    expect(store?.status()).toBe(200);
    await expect(page.getByText(`Mostrando 24 de ${SMALL.skins} skins oficiais`)).toBeVisible();
    const account = await page.goto(`${shop.url}/dashboard/pedidos`);
    expect(account?.status()).toBe(503);
    await expect(page.getByText('Algo deu errado ao abrir esta página.')).toBeVisible();
    const call = await page.request.get(`${shop.url}/api/orders`);
    expect([call.status(), (await call.json()).error.code]).toEqual([503, 'unavailable']);
    await stranger.goto(`${shop.url}/auth`);
    await stranger.getByLabel('Email').fill('alguem@exemplo.com');
    await stranger.getByLabel('Senha', { exact: true }).fill('segredo1');
    await stranger.getByRole('button', { name: 'Entrar' }).click();
    await expect(toast(stranger, 'Erro ao fazer login')).toContainText('Tente de novo');
    await expect(stranger.getByLabel('Email')).toHaveValue('alguem@exemplo.com');
  } finally {
    await mend();
  }
  // Nobody touches it.
  await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible({ timeout: 30_000 });
});
