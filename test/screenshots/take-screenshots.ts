/**
 * `npm run screenshots [-- words]`: every screen and its important states at three widths, into `screenshots/`.
 * Needs a built shop. With words, only the scenes whose name contains one of them.
 */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { startShop } from '../e2e/shop.ts';
import { startStaticDataServer } from '../static-data-server.ts';
import { SCENES, type Scene } from './scenes.ts';
import { seedShop, stretchCatalog, type Cast } from './seed-shop.ts';

const FOLDER = 'screenshots';
const WIDTHS = [360, 768, 1440];
/** A page of forty orders is one picture that still can be looked at. */
const LONGEST = 7_000;

const words = process.argv.slice(2);
const scenes = SCENES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

await mkdir(FOLDER, { recursive: true });
await using server = await startStaticDataServer();
stretchCatalog(server);
const shop = await startShop('embedded', { CATALOG_URL: server.url });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let failures = 0;
try {
  const cast = await seedShop(shop, browser);
  for (const scene of scenes) {
    for (const width of WIDTHS) failures += await photograph(scene, width, cast);
  }
} finally {
  await browser.close();
  await shop.stop();
}
console.log(`${scenes.length * WIDTHS.length - failures} pictures in ${FOLDER}/, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;

async function photograph(scene: Scene, width: number, cast: Cast): Promise<number> {
  const page = await cast[scene.as].newPage();
  page.setDefaultTimeout(10_000);
  try {
    await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
    await scene.prepare?.(page);
    await page.goto(scene.path, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    await scene.act?.(page);
    await settlePictures(page);
    const height = scene.viewportOnly
      ? undefined
      : Math.min(LONGEST, await page.evaluate(() => document.documentElement.scrollHeight));
    await page.screenshot({
      path: `${FOLDER}/${scene.name}-${width}.png`,
      ...(height ? { fullPage: true, clip: { x: 0, y: 0, width, height } } : {}),
    });
    return 0;
  } catch (error) {
    console.error(`${scene.name} at ${width}: ${String(error)}`);
    return 1;
  } finally {
    await page.context().setOffline(false);
    await page.evaluate(() => localStorage.clear()).catch(() => {});
    await page.close();
  }
}

/** Lazy pictures come when they are scrolled to. */
async function settlePictures(page: Awaited<ReturnType<Cast['visitor']['newPage']>>): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.race([
      Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
      new Promise((done) => setTimeout(done, 8_000)),
    ]);
  });
}
