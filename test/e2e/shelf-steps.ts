import type { Page } from '@playwright/test';
import { expect, type RunningShop } from './shop.ts';
import { scriptsToRun } from './steps.ts';

export const CARD = 'main li:has(> a)';
export const cards = (page: Page) => page.locator(CARD);
export const field = (page: Page) => page.getByPlaceholder('Pesquisar por skin ou campeão...');
export const counter = (page: Page) => page.getByText(/^Mostrando [\d.]+ de [\d.]+ skins oficiais$/);

/** Collects, from now on, the requests for the data of screens and for the routes' manifest. */
export function watchData(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('.data') || pathname === '/__manifest') asked.push(pathname + search);
  });
  return asked;
}

/**
 * The store with its index in the browser. Where the shop has loaded a newer catalogue since it wrote the page, the index
 * is another one than the page names, and no browser keeps it: the page is opened again.
 */
export async function openWithIndex(page: Page, shop: RunningShop, path = '/loja'): Promise<void> {
  let kept = 'no-store';
  while (kept === 'no-store') {
    kept = '';
    const index = page
      .waitForResponse(/\/api\/catalog-index\/[\w-]{16}$/)
      .then((answer) => (kept = answer.headers()['cache-control'] ?? 'no word'));
    await page.goto(shop.url + path);
    await scriptsToRun(page);
    // The index is fetched at the visitor's first input. The store may begin to listen a moment after the page does.
    let x = 0;
    const move = async () => {
      await page.mouse.move(++x, 1);
      return kept;
    };
    await expect.poll(move).not.toBe('');
    await index;
    await page.waitForLoadState('networkidle');
  }
  expect(kept).toBe('public, max-age=31536000, immutable');
}

/** From a list to its first skin and back: how often the browser moves the art between them. */
export async function countMoves(page: Page, shop: RunningShop, path: string): Promise<number> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      document.documentElement.dataset.moves = String(
        1 + Number(document.documentElement.dataset.moves ?? 0),
      );
      return start(update);
    };
  });
  await page.goto(shop.url + path);
  await scriptsToRun(page);
  await cards(page).first().click();
  await expect(page.getByRole('button', { name: 'Compartilhar' })).toBeVisible();
  await page.goBack();
  await expect(counter(page)).toBeVisible();
  return page.evaluate(() => Number(document.documentElement.dataset.moves ?? 0));
}
