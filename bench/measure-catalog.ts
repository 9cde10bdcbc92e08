import { chromium, type Page } from '@playwright/test';
import { brotliCompressSync } from 'node:zlib';
import { startStockedShop } from '../test/e2e/shop.ts';
import { grownMirror } from '../test/catalog/invented-mirror.ts';
import { startStaticDataServer } from '../test/static-data-server.ts';
import type { Measure, Row, Size } from './measure.ts';

const FRAME_MS = 1000 / 60;
const THROTTLE = 4;
const SEARCH = 'Pesquisar por skin ou campeão...';
/** What players type, letter by letter, then two facets. */
const WORDS = ['iacema', 'tarvok', 'dragao', 'sol ena', 'neon'];
const ALL_PAGES = 81;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * The catalogue in the browser: its weight, how long a letter takes to its frame with the processor slowed down four
 * times, beside a letter that nothing listens to, and how smoothly all 1,930 cards scroll.
 */
export const measureCatalog: Measure = {
  name: 'catalog',
  needsStock: true,
  async run(size) {
    const source = await startStaticDataServer(grownMirror);
    source.withoutSplashes();
    const shop = await startStockedShop('embedded', { CATALOG_URL: source.url });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    try {
      const rows = [await weigh(shop.url)];
      for (const width of size === 'short' ? [360] : [360, 1440]) {
        const page = await browser.newPage({ viewport: { width, height: width < 700 ? 740 : 900 } });
        // The shop would draw and encode each on the processor that is measured here.
        await page.route('**/img/**', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
        rows.push(...(await search(page, shop.url, size)), await scroll(page, shop.url, size));
        await page.close();
      }
      return rows;
    } finally {
      await browser.close();
      await shop.stop();
      await source.close();
    }
  },
};

async function weigh(url: string): Promise<Row> {
  const version = /indexVersion[^\w-]+([\w-]{16})/.exec(await (await fetch(`${url}/loja`)).text())?.[1];
  const answer = await fetch(`${url}/api/catalog-index/${version}`, { headers: { 'Accept-Encoding': 'br' } });
  const text = await answer.text();
  // What fetch hands over is unpacked already; the shop compresses at the same level.
  const bytes = brotliCompressSync(text).length;
  return {
    figure: 'index of all skins, compressed',
    goal: '≤ 35 KB',
    ratio: '–',
    absolute: `${(bytes / 1024).toFixed(1)} KB`,
    isMet: answer.ok && bytes <= 35 * 1024,
  };
}

async function search(page: Page, url: string, size: Size): Promise<Row[]> {
  const indexed = page.waitForResponse(/\/api\/catalog-index\//);
  await page.goto(`${url}/loja`);
  await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.getByPlaceholder(SEARCH).focus();
  await indexed;
  await page.waitForTimeout(500);
  // A session's throttling lasts as long as the session.
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.evaluate(watchInputs);
  const words = size === 'short' ? ['a'] : WORDS;
  await type(page, '[name=q]', words);
  for (const champion of size === 'short' ? [] : ['Ahri', 'Zed', 'MonkeyKing', '']) {
    await page.getByLabel('Campeão', { exact: true }).selectOption(champion);
    await page.waitForTimeout(400);
  }
  const { times: found, late, shown } = await takeTimes(page);
  // A field of its own, whose letters nobody answers: what the browser itself needs for a letter.
  await page.evaluate(() => {
    const field = Object.assign(document.createElement('input'), { id: 'floor' });
    field.style.cssText = 'position:fixed;z-index:99;inset:0 auto auto 0';
    document.body.append(field);
  });
  await type(page, '#floor', words);
  const { times: floor } = await takeTimes(page);
  await session.detach();
  const label = `letter to its results, ${page.viewportSize()?.width} px, 4× slower`;
  return (['median', 'p95'] as const).map((which) => {
    const [mine, least] = [pick(found, which), pick(floor, which)];
    return {
      figure: `${label}, ${which} of ${found.length}`,
      goal: '≤ 16.7 ms',
      ratio: `${(mine / least).toFixed(1)} × an empty letter`,
      absolute: `${mine.toFixed(1)} ms (empty ${least.toFixed(1)} ms), ${late} later than that frame; ${pick(shown, which)} ms until shown (Event Timing)`,
      isMet: mine <= FRAME_MS && late === 0,
    };
  });
}

/** Each word letter by letter, as a quick typist does, and away with it at once. */
async function type(page: Page, selector: string, words: string[]): Promise<void> {
  const field = page.locator(selector);
  await field.focus();
  for (const word of words) {
    await field.pressSequentially(word, { delay: 120 });
    await page.waitForTimeout(400);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(400);
  }
}

interface Times {
  times: number[];
  /** Letters whose results were not all there in their frame. */
  late: number;
  /** The browser's own measure, in steps of 8 ms: with the wait for the screen's beat, and its compositor. */
  shown: number[];
}

/** What was measured since the last call. */
function takeTimes(page: Page): Promise<Times> {
  return page.evaluate(() => {
    const { measured } = window as unknown as { measured: { take(): Times } };
    return measured.take();
  });
}

/**
 * The work between an input event and its frame on the screen: handlers and drawing, then style, layout and paint.
 * Those follow the last animation callback, and a message posted there is delivered right after them. Waiting for
 * the screen's next beat in between is nobody's work. What stands on the first screen then must still stand there
 * when the next letter comes.
 */
function watchInputs(): void {
  const nothing = () => ({ times: [] as number[], late: 0, shown: [] as number[] });
  let state = nothing();
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'input') state.shown.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  let shown: string | null = null;
  const firstScreen = () =>
    [document.querySelector('main [role=status]'), ...document.querySelectorAll('main li:has(> a)')]
      .filter((each) => each && each.getBoundingClientRect().top < innerHeight)
      .map((each) => each?.textContent)
      .join();
  const compare = () => {
    if (shown !== null && shown !== firstScreen()) state.late += 1;
    shown = null;
  };
  const later = (run: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', run);
    port1.start();
    port2.postMessage(null);
  };
  let started = 0;
  const start = () => {
    compare();
    started = performance.now();
  };
  const end = () => {
    let drawn = Number.POSITIVE_INFINITY;
    later(() => (drawn = performance.now()));
    requestAnimationFrame(() => {
      const beat = performance.now();
      const waited = Math.max(0, beat - Math.min(drawn, beat));
      later(() => {
        state.times.push(performance.now() - started - waited);
        shown = firstScreen();
      });
    });
  };
  const isMeasured = ({ type, target }: Event) =>
    (type === 'change') === target instanceof HTMLSelectElement && target instanceof HTMLElement;
  for (const kind of ['input', 'change']) {
    addEventListener(kind, (event) => isMeasured(event) && start(), { capture: true });
    addEventListener(kind, (event) => isMeasured(event) && end());
  }
  const take = () => {
    compare();
    const taken = state;
    state = nothing();
    return taken;
  };
  Object.assign(window, { measured: { take } });
}

async function scroll(page: Page, url: string, size: Size): Promise<Row> {
  await page.goto(`${url}/loja?pagina=${size === 'short' ? 2 : ALL_PAGES}`);
  await page.waitForLoadState('load');
  await page.waitForTimeout(1_500);
  const cards = await page.locator('main li:has(> a)').count();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  const mine = await fling(page);
  // The same way over nothing: what this machine makes of scrolling.
  await page.evaluate(() => {
    const list = document.querySelector('main ul');
    const height = list?.getBoundingClientRect().height ?? 0;
    const empty = Object.assign(document.createElement('div'), { style: `height:${height}px` });
    list?.replaceWith(empty);
    scrollTo(0, 0);
  });
  const floor = await fling(page);
  await session.detach();
  return {
    figure: `frames over 50 ms, scrolling ${cards} cards, ${page.viewportSize()?.width} px, 4× slower`,
    goal: '≤ 1 % more than over nothing',
    ratio: `${mine.long} to ${floor.long}`,
    absolute: `${mine.long} of ${mine.frames}; a beat missed by ${mine.missed} (nothing: ${floor.missed}), median frame ${mine.median.toFixed(1)} ms (nothing ${floor.median.toFixed(1)} ms)`,
    isMet: mine.long / mine.frames <= floor.long / floor.frames + 0.01,
  };
}

interface Fling {
  frames: number;
  /** Frames that took longer than one beat of the screen. */
  missed: number;
  long: number;
  median: number;
}

/** As fast as a thumb can fling: Android lets nothing fly faster than 8,000 px a second. */
const FLING_PX_PER_FRAME = 8000 / 60;

function fling(page: Page): Promise<Fling> {
  return page.evaluate(async (step) => {
    const stopAt = performance.now() + 15_000;
    const took: number[] = [];
    let last = performance.now();
    const end = document.documentElement.scrollHeight;
    for (let y = 0; y < end && took.length < 300 && performance.now() < stopAt; y += step) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      took.push(now - last);
      last = now;
    }
    const sorted = took.toSorted((a, b) => a - b);
    return {
      missed: took.filter((each) => each > 1.5 * (1000 / 60)).length,
      long: took.filter((each) => each > 50).length,
      frames: took.length,
      median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    };
  }, FLING_PX_PER_FRAME);
}

function pick(values: number[], which: 'median' | 'p95'): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * (which === 'median' ? 0.5 : 0.95)))] ?? NaN
  );
}
