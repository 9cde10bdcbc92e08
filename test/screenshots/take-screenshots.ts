/**
 * `npm run screenshots [-- words]`: every screen and its important states at three widths, into `screenshots/`.
 * Needs a fresh build (`npm test -- --only=build`). On PostgreSQL, `TEST_DATABASE_URL` or one of its own, where a
 * table can be taken away from it. With words, only the scenes whose name contains one of them.
 */
import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { emptyTable, hideTable, runStatement } from '../e2e/database-statement.ts';
import { createPostgresDatabase, startShop } from '../e2e/shop.ts';
import { startStaticDataServer } from '../catalog/static-data-server.ts';
import { SCENES, type Scene } from './scenes.ts';
import { seedShop, stretchCatalog, type Cast, type Plot } from './seed-shop.ts';

const FOLDER = 'screenshots';
const WIDTHS = [360, 768, 1440];
/** A page of forty orders is one picture that still can be looked at. */
const LONGEST = 7_000;

const words = process.argv.slice(2);
const scenes = SCENES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const { buildIsFresh } = await import(new URL('../../scripts/build-shop.mjs', import.meta.url).href);
if (!buildIsFresh()) {
  console.error('The build is not of these sources. Run `npm test -- --only=build` first.');
  process.exit(2);
}

await mkdir(FOLDER, { recursive: true });
await using server = await startStaticDataServer();
stretchCatalog(server);
const { startPostgres } = await import(new URL('../../scripts/postgres.mjs', import.meta.url).href);
const postgres = process.env.TEST_DATABASE_URL ? null : await startPostgres();
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
const database = await createPostgresDatabase();
const shop = await startShop('embedded', { CATALOG_URL: server.url, DATABASE_URL: database });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let failures = 0;
try {
  const { cast, plot } = await seedShop(shop, browser, (statement) => runStatement(database, statement));
  for (const scene of scenes) {
    for (const width of WIDTHS) failures += await photograph(scene, width, cast, plot);
  }
} finally {
  await browser.close();
  await shop.stop();
  await postgres?.stop();
}
console.log(`${scenes.length * WIDTHS.length - failures} pictures in ${FOLDER}/, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;

async function photograph(scene: Scene, width: number, cast: Cast, plot: Plot): Promise<number> {
  const page = await cast[scene.as].newPage();
  page.setDefaultTimeout(10_000);
  const mend =
    (scene.without && (await hideTable(database, scene.without))) ||
    (scene.empty && (await emptyTable(database, scene.empty)));
  try {
    await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
    await scene.prepare?.(page);
    await page.goto(typeof scene.path === 'string' ? scene.path : scene.path(plot), { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() => !('replayPress' in window));
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
    if (mend) await mend();
    await page.context().setOffline(false);
    await page.evaluate(forgetCart).catch(() => {});
    await page.close();
  }
}

function forgetCart(): void {
  localStorage.clear();
}

/** Lazy pictures come when they are scrolled to. */
async function settlePictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.race([
      Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
      new Promise((done) => setTimeout(done, 8_000)),
    ]);
  });
}
