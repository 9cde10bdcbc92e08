import { GROWN, grownMirror } from '../../catalog/invented-mirror.ts';
import { startStaticDataServer, type StaticDataServer } from '../../catalog/static-data-server.ts';
import { CARD, cards, counter, openWithIndex } from '../shelf-steps.ts';
import { expect, startShop, test, type RunningShop } from '../shop.ts';

/** A catalogue as large as the real one; the other journeys walk through a small one. */
let source: StaticDataServer;
let shop: RunningShop;

test.beforeAll(async () => {
  source = await startStaticDataServer(grownMirror);
  shop = await startShop('embedded', { CATALOG_URL: source.url });
  const index = async () =>
    (await (await fetch(`${shop.url}/sitemap.xml`)).text()).match(/\/loja\/skin\//g)?.length;
  await expect.poll(index).toBe(GROWN.skins);
});
test.afterAll(async () => {
  expect(await shop.stop()).toBe(0);
  await source.close();
});

test('240 cards: nothing shifts, and back is the same place', async ({ visitor }) => {
  const page = await visitor({ width: 360 });
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const where = ({ x, y, height }: DOMRectReadOnly) => `${x},${y} ${height} high`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${node?.textContent?.slice(0, 30)}: ${where(previousRect)} to ${where(currentRect)}`,
        );
        shifts.push(
          `${entry.value} at ${Math.round(entry.startTime)} ms, ${scrollY} px: ${moved.join('; ')}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openWithIndex(page, shop, '/loja?pagina=10');
  await expect(cards(page)).toHaveCount(240);

  await page.mouse.move(180, 400);
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(15_000);
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);

  const place = () =>
    page.evaluate((selector) => {
      const card = [...document.querySelectorAll(selector)].find(
        (each) => each.getBoundingClientRect().top > 200,
      );
      return { path: card?.querySelector('a')?.pathname, top: card?.getBoundingClientRect().top ?? 0 };
    }, CARD);
  const before = await place();
  await page.locator(`main ul a[href="${before.path}"]`).click();
  await page.waitForURL(`**${before.path}`);
  await page.goBack();
  await expect(cards(page)).toHaveCount(240);
  await expect.poll(async () => (await place()).path).toBe(before.path);
  expect(Math.abs((await place()).top - before.top)).toBeLessThan(3);
});

test('after the tenth page each stands alone, with ways forth and back, and back is the same place', async ({
  visitor,
}) => {
  const page = await visitor({ width: 360 });
  await openWithIndex(page, shop, '/loja?pagina=10');
  await expect(counter(page)).toHaveText('Mostrando 240 de 1.930 skins oficiais');
  const more = page.getByRole('link', { name: 'Carregar mais' });
  await more.scrollIntoViewIfNeeded();
  const lastOfTen = cards(page).last();
  const before = await lastOfTen.boundingBox();
  const tenth = await lastOfTen.getByRole('link').getAttribute('href');

  await more.press('Enter');
  await expect(page).toHaveURL(/\?pagina=11$/);
  await expect(page.getByText('Mostrando 241 a 264 de 1.930 skins oficiais')).toBeVisible();
  await expect(cards(page)).toHaveCount(24);
  await expect(cards(page).first().getByRole('link')).toBeFocused();
  await expect(cards(page).first()).toBeInViewport();
  await more.click();
  await expect(page.getByText('Mostrando 265 a 288 de 1.930 skins oficiais')).toBeVisible();
  await expect(cards(page).first()).toBeInViewport();
  const twelfth = await cards(page).allInnerTexts();
  await page.reload();
  expect(await cards(page).allInnerTexts()).toEqual(twelfth);

  const back = page.getByRole('link', { name: 'Anteriores' });
  await back.click();
  await expect(page).toHaveURL(/\?pagina=11$/);
  // What came before the eleventh page is at the end of the tenth.
  await back.click();
  await expect(cards(page)).toHaveCount(240);
  await expect(page.locator(`main ul a[href="${tenth}"]`)).toBeInViewport();

  // The browser's own way: 11, 12, 11, and the tenth where it was left.
  for (let steps = 0; steps < 4; steps++) await page.goBack();
  await expect(cards(page)).toHaveCount(240);
  await expect
    .poll(async () => Math.abs(((await lastOfTen.boundingBox())?.y ?? Infinity) - (before?.y ?? 0)))
    .toBeLessThan(3);
});

test('without scripts all 1,930 skins are reached by links, and no document past the tenth page is heavy', async () => {
  const seen = new Set<string>();
  let path: string | undefined = '/loja?pagina=10';
  for (let pages = 10; path; pages++) {
    const html = await (await fetch(shop.url + path)).text();
    for (const [, href] of html.matchAll(/<a [^>]*href="(\/loja\/skin\/[^"]+)"/g)) seen.add(href!);
    if (pages > 10) {
      expect(Buffer.byteLength(html), path).toBeLessThan(100 * 1024);
      expect(html).toMatch(/<a [^>]*rel="prev"/);
    }
    const next: string | undefined = /<a [^>]*rel="next"[^>]*>/.exec(html)?.[0];
    path = next && /href="([^"]+)"/.exec(next)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen.size).toBe(GROWN.skins);
});
