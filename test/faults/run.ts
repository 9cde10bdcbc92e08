/**
 * Kills the built shop, breaks its network, and compares the bank's ledger with the shop's books.
 *
 *   npm run faults                                   the whole run, about eight minutes on two cores
 *   npm run faults -- --seed 7 --schedule 42         one schedule again, as a failure's report says it
 *   npm run faults -- --planted                      the harness itself: every planted bug must be caught
 *   npm run faults -- --database embedded --kills 60
 *   npm run faults -- --cluster                      the shop on many machines (docs/cluster.md), nine minutes
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { buildIsFresh, buildShop } from '../../scripts/build-shop.mjs';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { withLock } from '../../scripts/run/with-lock.mjs';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { installTools } from '../../scripts/install/install-tools.mjs';
// @ts-expect-error -- plain JavaScript that also runs on old Nodes
import { startPostgres } from '../../scripts/postgres.mjs';
import { findPrograms } from '../cluster/find-programs.ts';
import { isGood, printRow, runClusterDrill, TABLE_HEAD } from './cluster/run-cluster-drill.ts';
import { runPlanted } from './planted/run-planted.ts';
import { DIALECTS, runMany, type Failure, type Report } from './run-many.ts';
import { buildTemplate, type DatabaseKind } from './world/shop-template.ts';

const MAIN_FILE = resolve(import.meta.dirname, '../../build/server/main.js');
const EVERY_SCHEDULE = 1_000_000;
/** Its database is in the process: it waits for nobody, so there are no more than cores on a small machine. */
const EMBEDDED_LANES = 2;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedule: { type: 'string' },
    gateway: { type: 'string' },
    database: { type: 'string' },
    lanes: { type: 'string', default: '3' },
    /** Ends the PostgreSQL part once so many kills and network faults were done, or the minutes are over. */
    kills: { type: 'string', default: '1200' },
    faults: { type: 'string', default: '1800' },
    minutes: { type: 'string', default: '8' },
    'kills-each': { type: 'string', default: '36' },
    planted: { type: 'boolean', default: false },
    only: { type: 'string' },
    cluster: { type: 'boolean', default: false },
    /** The cluster's drill prints what the shops' logs complain of. */
    verbose: { type: 'boolean', default: false },
    /** Purchases a second in the cluster's drill. */
    rate: { type: 'string', default: '50' },
    /** Where to write the counts as JSON. */
    report: { type: 'string' },
  },
});
const seed = Number(values.seed);
const startedAt = performance.now();
const elapsed = () => (performance.now() - startedAt) / 1000;
const complaints: string[] = [];
let runs = 0;

/** What `npm run release` counts: rounds, and what each of those that failed complains of. */
function report(skippedNames: string[] = []): void {
  const [failed, skipped] = [complaints.length, skippedNames.length];
  const counts = { passed: runs - failed, failed, skipped, skippedNames, complaints };
  if (values.report) writeFileSync(values.report, JSON.stringify(counts));
}

await withLock(async () => {
  if (!buildIsFresh()) await buildShop();
  await installTools('test/servers');
});
if (values.cluster) {
  const found = findPrograms();
  if ('missing' in found) {
    console.log(`Falta: ${found.missing.join(', ')} (apt-get install ${found.missing.join(' ')}).`);
    report([`test/faults/cluster › ${found.missing.join(', ')}`]);
    process.exit(1);
  }
  const rows = await runClusterDrill({
    perSecond: Number(values.rate),
    only: values.only ?? null,
    isTalkative: values.verbose,
    say: console.log,
    programs: found.programs,
  });
  runs = rows.length;
  complaints.push(...rows.filter((row) => !isGood(row)).map(printRow));
  report();
  console.log(`\n${TABLE_HEAD}\n${rows.map(printRow).join('\n')}`);
  process.exit(rows.every(isGood) ? 0 : 1);
}
const postgres = await startPostgres({ synchronous_commit: 'on' });
let isFine: boolean;
try {
  isFine = values.planted
    ? await runPlanted({
        seed,
        mainFile: MAIN_FILE,
        postgresUrl: postgres.url,
        only: values.only ?? null,
        log: console.log,
      })
    : await runFaults();
} finally {
  await postgres.stop();
}
report();
process.exit(isFine ? 0 : 1);

async function runFaults(): Promise<boolean> {
  const databases: DatabaseKind[] =
    values.database === undefined ? ['postgres', 'embedded'] : [values.database as DatabaseKind];
  const gateways = values.gateway === undefined ? Object.keys(DIALECTS) : [values.gateway];
  let isClean = true;
  for (const database of databases) {
    const isPostgres = database === 'postgres';
    const template = await buildTemplate(database, { mainFile: MAIN_FILE, postgresUrl: postgres.url });
    const minutes = isPostgres ? Number(values.minutes) : Number(values.minutes) / 6;
    const begun = performance.now();
    const wantedKills = isPostgres ? Number(values.kills) : Number(values.kills) / 12;
    const wantedFaults = isPostgres ? Number(values.faults) : 0;
    const report = await runMany({
      seed,
      from: Number(values.schedule ?? 1),
      to: Number(values.schedule ?? EVERY_SCHEDULE),
      lanes: isPostgres ? Number(values.lanes) : Math.min(Number(values.lanes), EMBEDDED_LANES),
      killsEach: Number(values['kills-each']),
      database,
      gateways,
      template,
      mainFile: MAIN_FILE,
      postgresUrl: postgres.url,
      restartPostgres: isPostgres ? () => postgres.restart() : null,
      isEnough: ({ tally }) =>
        (total(tally.kills) >= wantedKills && total(tally.network) >= wantedFaults) ||
        (performance.now() - begun) / 60_000 >= minutes,
      onDone: (number, seconds, failure) => {
        runs++;
        if (failure) {
          printFailure(database, failure);
          complaints.push(`${database}, schedule ${failure.number}: ${failure.violations.join('; ')}`);
        } else if (values.schedule !== undefined || number % 10 === 0) {
          console.log(
            `${database} schedule ${number}: ${seconds.toFixed(1)} s, ${elapsed().toFixed(0)} s in all`,
          );
        }
      },
    });
    await template.drop();
    printReport(database, report, (performance.now() - begun) / 1000);
    isClean &&= report.failures.length === 0;
  }
  return isClean;
}

function printFailure(database: DatabaseKind, { number, gateway, violations, outputs }: Failure): void {
  console.log(`\n✗ ${database}, ${gateway}, seed ${seed}, schedule ${number}:`);
  for (const violation of violations) console.log(`    ${violation}`);
  console.log(`  the shop's last words:\n${outputs.slice(-3000).replaceAll(/^/gm, '    ')}`);
  console.log(
    `  again: npm run faults -- --seed ${seed} --schedule ${number} --database ${database} --gateway ${gateway}\n`,
  );
}

function printReport(database: DatabaseKind, report: Report, seconds: number): void {
  const { tally, failures } = report;
  console.log(`\n${database}: ${report.schedules} schedules in ${seconds.toFixed(0)} s`);
  console.log(`  orders ${report.orders}, payments ${report.paid}`);
  console.log(`  kills ${total(tally.kills)}, network faults ${total(tally.network)}`);
  for (const [title, counts] of [
    ['killed at', tally.kills],
    ['faults', tally.network],
  ] as const) {
    console.log(`  ${title}:`);
    for (const [name, times] of [...counts].sort(([, a], [, b]) => b - a))
      console.log(`    ${String(times).padStart(5)}  ${name}`);
  }
  const violations = failures.flatMap((failure) => failure.violations).length;
  console.log(
    `  violations ${violations}${failures.length > 0 ? `, in schedules ${failures.map(({ number }) => number).join(', ')}` : ''}\n`,
  );
}

function total(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0);
}
