import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';
import { openWhole, signIn } from '../steps.ts';

interface Shift {
  value: number;
  nodes: string[];
}

/** Every movement of the layout that no key or finger asked for. */
async function recordShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({
          value: entry.value,
          nodes: entry.sources.map(({ node }) =>
            node instanceof Element ? node.outerHTML.slice(0, 120) : '',
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}

interface Rest {
  waiting: (() => void)[];
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

test('nothing moves while the landing page, the store and a skin load and are read', async ({
  shop,
  visitor,
}) => {
  for (const width of [360, 1280]) {
    const page = await visitor({ width });
    const shifts = await recordShifts(page);
    for (const path of ['/', '/loja', '/loja/skin/Ahri/4']) {
      await openWhole(page, `${shop.url}${path}`);
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 400) {
          window.scrollTo(0, y);
          await new Promise((done) => setTimeout(done, 60));
        }
      });
      expect(await shifts(), `${path} at ${width}`).toEqual([]);
    }
  }
});

test('the store is drawn in its final size before its skins are there', async ({ shop, visitor }) => {
  for (const width of [360, 1280]) {
    const page = await visitor({ width });
    await openWhole(page, `${shop.url}/sobre-nos`);
    let answer = () => {};
    const held = new Promise<void>((done) => (answer = done));
    await page.route('**/loja.data*', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('a[href="/loja"]').first().dispatchEvent('click');
    const promised = page.locator('[data-skeleton="cards"] > div').first();
    await expect(page.getByText('Carregando skins oficiais...')).toBeVisible();
    const before = await promised.boundingBox();
    answer();
    const card = page.locator('main ul > li').first();
    await expect(card).toBeVisible();
    const after = await card.boundingBox();
    for (const edge of ['x', 'y', 'width'] as const) {
      // Half a pixel: a line of text is 18.85 px high, the box that stands for it 19.
      expect(Math.abs((after?.[edge] ?? 0) - (before?.[edge] ?? 99)), `${edge} at ${width}`).toBeLessThan(
        0.5,
      );
    }
  }
});

test('from the panel to a slow store its shape comes at once, and the panel again on the way back', async ({
  shop,
  visitor,
}) => {
  for (const width of [360, 1280]) {
    const page = await visitor({ width });
    await signIn(page, shop, shop.staff);
    await openWhole(page, `${shop.url}/admin`);
    let answer = () => {};
    const held = new Promise<void>((done) => (answer = done));
    await page.route('**/loja.data*', async (route) => {
      await held;
      await route.continue();
    });
    await page.locator('a[href="/loja"]').first().dispatchEvent('click');
    await expect(page.getByText('Carregando skins oficiais...')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    answer();
    await expect(page.locator('main ul > li').first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  }
});

const sky = (page: Page) =>
  page
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL().length + canvas.toDataURL());

const hasStars = (page: Page) =>
  page
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement) =>
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean) === true,
    );

test('the sky comes when the page is at rest and moves, until the device turns out to be slow', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ width: 1280 });
  // A clock of its own: on a busy machine the frames would be late. And the page is at rest when the journey says so.
  await page.clock.install();
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    window.requestIdleCallback = (run) =>
      waiting.push(() => run({ didTimeout: false, timeRemaining: () => 50 }));
    Object.assign(window, { waiting });
  });
  await page.goto(shop.url);
  await page.waitForFunction(() => (window as unknown as Rest).waiting.length > 0);
  expect(await hasStars(page)).toBe(false);
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeHidden();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => (window as unknown as Rest).waiting.forEach((run) => run()));
  await expect.poll(() => hasStars(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
  await page.clock.runFor(500);
  const first = await sky(page);
  await page.clock.runFor(500);
  expect(await sky(page)).not.toBe(first);

  // Late at each frame, and late again at each tenth of a second.
  for (let frames = 0; frames < 20; frames++) await page.clock.fastForward(200);
  const last = await sky(page);
  await page.clock.runFor(2_000);
  expect(await sky(page)).toBe(last);
});

test('the sky and the counters stand still for whoever has asked for less motion', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ width: 1280 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(shop.url, { waitUntil: 'networkidle' });
  await expect.poll(() => hasStars(page)).toBe(true);
  const still = await sky(page);
  await page.waitForTimeout(500);
  expect(await sky(page)).toBe(still);
  const numbers = page.getByRole('region', { name: 'Números da loja' });
  await numbers.scrollIntoViewIfNeeded();
  // At once: no running figure lies over the final one.
  await expect(numbers.locator('data')).toHaveText(['20.000+', '32.000+', '5']);
  await expect(numbers.locator('dd [aria-hidden="true"]')).toHaveCount(0);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('in forced colours, what can be pressed or filled in keeps an edge, and the focus keeps its ring', async ({
  shop,
  visitor,
}) => {
  const page = await visitor({ width: 1280 });
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of ['/', '/loja', '/loja/skin/Ahri/4', '/auth', '/contato']) {
    await openWhole(page, `${shop.url}${path}`);
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    const edgeless = await page
      .locator('main')
      .locator('input, select, textarea, .forced-border')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } =
              getComputedStyle(element);
            return (
              borderTopStyle === 'none' ||
              parseFloat(borderTopWidth) < 1 ||
              borderTopColor === backgroundColor
            );
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    expect(edgeless, path).toEqual([]);

    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement!);
        const behind = getComputedStyle(document.body).backgroundColor;
        return { style: outlineStyle, width: parseFloat(outlineWidth), isSeen: outlineColor !== behind };
      });
      expect(ring, `${path}, after ${presses + 1} times Tab`).toEqual({
        style: 'solid',
        width: 2,
        isSeen: true,
      });
    }
  }
});
