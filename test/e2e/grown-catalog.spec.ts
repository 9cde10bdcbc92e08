import AxeBuilder from '@axe-core/playwright';
import { GROWN, grownMirror } from '../catalog/invented-mirror.ts';
import { startStaticDataServer, type StaticDataServer } from '../static-data-server.ts';
import { CARD, cards, countMoves, openWithIndex } from './shelf-steps.ts';
import { expect, startShop, test, type RunningShop } from './shop.ts';

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

test('1,930 cards: nothing shifts, what is off the screen is skipped, and back is the same place', async ({
  visitor,
}) => {
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
  await openWithIndex(page, shop, '/loja?pagina=81');
  await expect(cards(page)).toHaveCount(GROWN.skins);

  const seen = () =>
    page.evaluate(
      (selector) =>
        [...document.querySelectorAll(selector)].flatMap((card, index) => {
          const isDrawn = card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) === true;
          return isDrawn ? [index] : [];
        }),
      CARD,
    );
  expect((await seen()).length).toBeLessThan(40);
  expect((await seen())[0]).toBe(0);

  await page.mouse.move(180, 400);
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(15_000);
  // The cards of the first screen stay drawn.
  await expect.poll(async () => (await seen()).find((index) => index >= 15)).toBeGreaterThan(100);
  await expect.poll(async () => (await seen()).length).toBeLessThan(75);
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
  // Seconds of work for a processor that others share, six times as long for a slow one.
  await expect(cards(page)).toHaveCount(GROWN.skins, { timeout: 30_000 });
  await expect.poll(async () => (await place()).path).toBe(before.path);
  expect(Math.abs((await place()).top - before.top)).toBeLessThan(3);
});

test('1,930 cards are skipped in a hundred parts, in whole rows at every width, and are one list', async ({
  visitor,
}) => {
  const page = await visitor({ width: 360 });
  await openWithIndex(page, shop, '/loja?pagina=81');
  await expect(cards(page)).toHaveCount(GROWN.skins);
  for (const [width, columns, parts] of [
    [360, 2, 170],
    [768, 3, 80],
    [1100, 4, 170],
    [1440, 5, 170],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // Each of them costs every frame of a scroll.
    const skipped = await page.locator('main ul, main li').evaluateAll(
      (all) =>
        all.filter((each) => {
          const { contentVisibility, display } = getComputedStyle(each);
          return contentVisibility === 'auto' && display !== 'contents';
        }).length,
    );
    expect(skipped, `parts at ${width} px`).toBeGreaterThan(30);
    expect(skipped, `parts at ${width} px`).toBeLessThan(parts);
    // What is skipped has no place of its own.
    const lefts = await page.evaluate((selector) => {
      const groups = document.querySelectorAll<HTMLElement>('main [role=presentation]');
      for (const group of groups) group.style.contentVisibility = 'visible';
      const found = [...document.querySelectorAll(selector)].map((card) =>
        Math.round(card.getBoundingClientRect().x),
      );
      for (const group of groups) group.style.contentVisibility = '';
      return found;
    }, CARD);
    expect([...new Set(lefts)]).toHaveLength(columns);
    expect(
      lefts.findIndex((left, index) => left !== lefts[index % columns]),
      `first card out of its column at ${width} px`,
    ).toBe(-1);
  }

  // The tree that assistive technology reads: whatever of the list is in it, and how many a browser counts.
  await page.setViewportSize({ width: 360, height: 740 });
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const listOf = (node: (typeof nodes)[number]): string => {
    const parent = byId.get(node.parentId ?? '');
    return !parent?.ignored ? `${parent?.role?.value} ${parent?.nodeId}` : listOf(parent);
  };
  const items = nodes.filter((node) => !node.ignored && node.role?.value === 'listitem');
  expect(items.length).toBeGreaterThan(60);
  const lists = [...new Set(items.map(listOf))];
  expect(lists).toEqual([expect.stringMatching(/^list /)]);
  await expect(cards(page).last()).toHaveAttribute('aria-setsize', String(GROWN.skins));
  await expect(cards(page).last()).toHaveAttribute('aria-posinset', String(GROWN.skins));

  const { violations } = await new AxeBuilder({ page })
    .withRules(['list', 'listitem', 'aria-required-children', 'aria-required-parent'])
    .analyze();
  expect(violations).toEqual([]);

  // The keyboard goes from one group into the next, which is drawn for it.
  await cards(page).nth(139).getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(cards(page).nth(140).getByRole('link')).toBeFocused();
  await expect(cards(page).nth(140)).toBeInViewport();
});

test('from a list of all skins to one of them and back the browser moves no art', async ({ visitor }) => {
  expect(await countMoves(await visitor(), shop, '/loja?pagina=81')).toBe(0);
});
