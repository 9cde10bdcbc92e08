import type { Page } from '@playwright/test';
import { SMALL } from '../../catalog/invented-mirror.ts';
import { startStaticDataServer, type StaticDataServer } from '../../catalog/static-data-server.ts';
import { expect, startStockedShop, test, type RunningShop } from '../shop.ts';
import { panelEntry, signIn } from '../steps.ts';

/** A source of its own: it is made slow and taken away, and other journeys read theirs meanwhile. */
let source: StaticDataServer;
let shop: RunningShop;

test.beforeAll(async ({ database }) => {
  source = await startStaticDataServer();
  shop = await startStockedShop(database, { CATALOG_URL: source.url });
});
test.afterAll(async () => {
  expect(await shop.stop()).toBe(0);
  await source.close();
});

const button = (page: Page) => page.getByRole('button', { name: /^(Atualizar catálogo|Atualizando\.\.\.)$/ });
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Campeões importados' });
const timesAsked = () => source.requests.filter((path) => path === '/api/versions.json').length;

async function openCatalog(page: Page): Promise<void> {
  await signIn(page, shop, shop.staff);
  await page.goto(`${shop.url}/admin/catalogo`);
  await expect(page.getByRole('heading', { name: 'Catálogo', exact: true })).toBeVisible();
  await expect(page.getByText(`${SMALL.skins} de ${SMALL.champions} campeões`)).toBeVisible();
  const entry = await panelEntry(page, 'Catálogo');
  await expect(entry).toBeInViewport({ ratio: 1 });
  await expect(entry).toHaveAttribute('aria-current', 'page');
}

test(
  'staff update the catalogue and see how far it is; a colleague sees the same and starts no second one',
  { tag: '@release' },
  async ({ visitor }) => {
    test.setTimeout(150_000);
    const page = await visitor({ width: 1440 });
    const colleague = await visitor({ width: 360 });
    const third = await visitor({ width: 1440 });
    // Its stream stays silent: it learns nothing of what others do, and is still offered the button.
    await third.route('**/api/live', () => {});
    for (const each of [page, colleague, third]) await openCatalog(each);
    const asked = timesAsked();
    source.delay(1_000);

    await button(page).click();
    await expect(button(page)).toHaveText('Atualizando...');
    for (const each of [page, colleague]) {
      await expect(bar(each)).toBeVisible();
      await expect(each.getByText(new RegExp(`^\\d{1,2} de ${SMALL.champions} campeões$`))).toBeVisible();
      await expect(button(each)).toHaveAttribute('aria-disabled', 'true');
    }
    const value = Number(await bar(page).getAttribute('value'));
    await expect.poll(async () => Number(await bar(page).getAttribute('value'))).toBeGreaterThan(value);

    await expect(button(third)).toHaveText('Atualizar catálogo');
    await button(third).click();
    await expect(bar(third)).toBeVisible();
    await button(colleague).press('Enter');
    source.delay(0);
    for (const each of [page, colleague]) {
      await expect(each.getByText(/^Catálogo atualizado em /)).toBeVisible({ timeout: 30_000 });
      await expect(button(each)).toHaveText('Atualizar catálogo');
    }
    expect(timesAsked()).toBe(asked + 1);
  },
);

test(
  'a source that is down, or fails half-way, is told to staff, and the shop sells on',
  { tag: '@release' },
  async ({ visitor }) => {
    test.setTimeout(120_000);
    const page = await visitor({ width: 360 });
    await openCatalog(page);
    const failed = page.getByRole('status').getByText(/^A última atualização falhou em .*Nada mudou/);
    await expect(failed).toHaveCount(0);

    source.down();
    await button(page).click();
    await expect(failed).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(`${SMALL.skins} de ${SMALL.champions} campeões`)).toBeVisible();
    await page.goto(`${shop.url}/loja?q=iacema`);
    await expect(page.getByText(/^Mostrando [\d.]+ de [\d.]+ skins oficiais$/)).toBeVisible();
    await expect(page.locator('main ul a[href^="/loja/skin/Ahri/"]').first()).toBeVisible();

    source.down(false);
    await page.goto(`${shop.url}/admin/catalogo`);
    await button(page).click();
    await expect(page.getByText(/^Catálogo atualizado em /)).toBeVisible({ timeout: 30_000 });

    const ziggs = source.requests.findLast((path) => path.endsWith('/Ziggs.json')) ?? '';
    source.fail(ziggs, 3);
    await button(page).click();
    await expect(failed).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(`${SMALL.skins} de ${SMALL.champions} campeões`)).toBeVisible();
    await expect(button(page)).toHaveText('Atualizar catálogo');
  },
);
