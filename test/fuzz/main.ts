/**
 * The whole fuzz run: `npm run fuzz [-- --requests 200000 --seed 1 --database embedded|postgres]`.
 * PostgreSQL is the one of TEST_DATABASE_URL (`npm run postgres` starts one). Needs a built shop.
 */
import { parseArgs } from 'node:util';
import { startShop } from '../e2e/shop.ts';
import { startStaticDataServer } from '../catalog/static-data-server.ts';
import { signInPerson, signUpPerson } from '../e2e/authorization/resources.ts';
import { listBodyAddresses } from '../sources/list-body-addresses.ts';
import { runFuzz } from './run-fuzz.ts';
import { walkBodies } from './walk-bodies.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded' },
  },
});
const catalog = await startStaticDataServer();
const shop = await startShop(values.database === 'postgres' ? 'postgres' : 'embedded', {
  CATALOG_URL: catalog.url,
  LOG_LEVEL: 'warn',
});
const started = performance.now();
const report = await runFuzz(shop, {
  seed: Number(values.seed),
  requests: Number(values.requests),
  atOnce: 12,
});
const people = [await signInPerson(shop, shop.staff), await signUpPerson(shop, 'remetente')];
const walk = await walkBodies(
  shop.url,
  [null, ...people].map((person) => ({ name: person?.email ?? 'stranger', cookie: person?.cookie ?? null })),
  listBodyAddresses().filter(({ path }) => !/sair$|^\/api\/auth\/(?:sign-out|revoke)/.test(path)),
  // Six pictures at a time.
  { expected: [503] },
);
const failed = shop
  .output()
  .split('\n')
  .filter((line) => /request_failed|listener_failed|stray_error|process\.failed/.test(line))
  // The fuzzer's own hanging up in the middle of a body.
  .filter((line) => !line.includes('"message":"aborted"'));
await shop.stop();
await catalog.close();

console.log(`seed ${values.seed}, ${values.database}, ${Math.round((performance.now() - started) / 1000)} s`);
console.log(`${report.requests} requests from the schema, ${report.byteRequests} as broken bytes`);
console.log(
  `bodies: ${walk.addresses} addresses in ${walk.ways} ways, ${walk.sent} sent: ${JSON.stringify(walk.statuses)}`,
);
console.log(`answers: ${JSON.stringify(report.answers)}, slowest ${Math.round(report.slowestMs)} ms`);
console.log(`by status: ${JSON.stringify(report.statuses)}`);
const limited = Object.entries(report.limited).sort(([, a], [, b]) => b - a);
if (limited.length > 0) {
  const most = limited.slice(0, 6).map(([where, times]) => `${where} ${times}`);
  console.log(`429 most at: ${most.join(', ')}`);
}
for (const line of [...report.failures, ...walk.failures, ...report.slow, ...failed].slice(0, 40))
  console.log(`  ${line}`);
console.log(
  `${report.failures.length + walk.failures.length} failures, ${report.slow.length} over 1 s (${report.slowInCompany} before they were sent again alone), ${failed.length} errors in the log`,
);
process.exitCode =
  report.failures.length + walk.failures.length + report.slow.length + failed.length === 0 ? 0 : 1;
