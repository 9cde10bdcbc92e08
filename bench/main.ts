/**
 * Every figure that we promise, beside its goal: one table, `ok` or `short` in each row, exit 1 if any is short.
 * Ratios are taken within one run, because the same machine differs by half from hour to hour.
 *
 *   npm run bench                      all of it, some eleven minutes, of which two fill a database; ends with each share
 *   npm run bench -- --only pages      one measure, or several with commas
 *   npm run bench -- --short           seconds; shows only that everything runs, so nothing in it can be `short`
 *
 * PostgreSQL: `TEST_DATABASE_URL`, or one of its own. The shop is built first where its sources have changed.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { grownMirror } from '../test/catalog/invented-mirror.ts';
import { stockShops } from '../test/e2e/prepare-shops.ts';
import { measureBackup } from './measures/measure-backup.ts';
import { measureCatalog } from './measures/measure-catalog.ts';
import { measureStoredFiles } from './measures/measure-stored-files.ts';
import { measureCsv } from './measures/measure-csv.ts';
import { measureCheckout } from './measures/measure-checkout.ts';
import { measureGrowth } from './measures/measure-growth.ts';
import { measureLighthouse } from './measures/measure-lighthouse.ts';
import { measureLive } from './measures/measure-live.ts';
import { measureMoving } from './measures/measure-moving.ts';
import { measurePages } from './measures/measure-pages.ts';
import { measureRendering } from './measures/measure-rendering.ts';
import { measureStart } from './measures/measure-start.ts';
import type { Measure, Row } from './measures/measure.ts';
import { measureUpdate } from './measures/measure-update.ts';
import { measureWorkers } from './measures/measure-workers.ts';

const MEASURES: Measure[] = [
  measurePages,
  measureRendering,
  measureCheckout,
  measureLive,
  measureStart,
  measureGrowth,
  measureWorkers,
  measureCatalog,
  measureStoredFiles,
  measureCsv,
  measureMoving,
  measureBackup,
  measureUpdate,
  measureLighthouse,
];

const { values } = parseArgs({ options: { only: { type: 'string' }, short: { type: 'boolean' } } });
const names = values.only?.split(',') ?? MEASURES.map(({ name }) => name);
const unknown = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
if (unknown.length > 0) {
  console.error(`No measure is called ${unknown.join(', ')}: ${MEASURES.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const scripts = (name: string) => import(new URL(`../scripts/${name}.mjs`, import.meta.url).href);
const { installTools } = await scripts('install/install-tools');
const { withLock } = await scripts('run/with-lock');
const { buildIsFresh, buildShop } = await scripts('build-shop');
const { startPostgres } = await scripts('postgres');

await installTools('bench/tools');
await withLock(async () => {
  if (!buildIsFresh()) await buildShop();
});
const postgres = process.env.TEST_DATABASE_URL ? null : await startPostgres();
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;

let isShort = false;
const took: string[] = [];
const wanted = MEASURES.filter(({ name }) => names.includes(name));
let dropStock: (() => Promise<void>) | null = null;
try {
  if (wanted.some(({ needsStock }) => needsStock)) dropStock = await stockShops(grownMirror);
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`);
  console.log('| figure | goal | ratio | absolute | |\n| --- | --- | ---: | ---: | --- |');
  for (const measure of wanted) {
    const startedAt = performance.now();
    for (const row of await measure.run(values.short ? 'short' : 'full')) print(row);
    took.push(`${measure.name} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  }
} finally {
  await dropStock?.();
  await postgres?.stop();
}
console.log(`\n${took.join(', ')}; all of it ${(performance.now() / 60_000).toFixed(1)} min`);
process.exitCode = isShort && !values.short ? 1 : 0;

function print({ figure, goal, ratio, absolute, isMet }: Row): void {
  isShort ||= !isMet;
  const word = values.short ? 'runs' : isMet ? 'ok' : 'short';
  console.log(`| ${figure} | ${goal} | ${ratio} | ${absolute} | ${word} |`);
}
