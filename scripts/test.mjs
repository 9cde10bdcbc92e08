// `npm test`: installs what is missing, runs what one waits for, and says how many passed and failed.
// `npm run release` is the whole proof of a release. Developers: `npm test -- --only=lint,unit,e2e`. Runs on the Node
// the machine has, like start.mjs.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIsFresh, buildShop } from './build-shop.mjs';
import { testClone } from './test/clone-alone.mjs';
import { findBrowser } from './install/find-browser.mjs';
import { installEngines } from './install/find-engines.mjs';
import { findNode, withProjectTools } from './install/find-node.mjs';
import { withLock } from './run/with-lock.mjs';
import { dependenciesAreInstalled, installDependencies } from './install/install-dependencies.mjs';
import { installTools } from './install/install-tools.mjs';
import { startPostgres } from './postgres.mjs';
import { findMemoryFolder } from './run/find-memory-folder.mjs';
import {
  listSkipped,
  listTriedAgain,
  readFileCount,
  readPlaywrightReport,
  readVitestReport,
  tabulate,
} from './test/read-counts.mjs';
import { runCommand, signalRunning } from './run/run-command.mjs';

/** The database tests that `npm test` runs on the embedded database too: what a sale writes (docs/testing.md). */
const ON_BOTH = ['db/', 'shop/disputes/', 'shop/gifts/', 'shop/orders/', 'shop/refunds/', 'shop/states/'];
const FAULT_SLICE = 'test/faults/faults.slow.test.ts';

const say = (text) => process.stdout.write(`${text}\n`);
const isRelease = process.argv.includes('--release');
// Ends a stage that hangs, and names it, before the caller's own time limit.
const STAGE_SECONDS = (isRelease ? 60 : 40) * 60;
const reports = mkdtempSync(join(tmpdir(), 'fulgor-reports-'));
/** What is measured, and what is cloned and installed, is on the disk that the machine has. */
const onDisk = { TMPDIR: tmpdir() };
const memoryFolder = findMemoryFolder();
if (memoryFolder) process.env.TMPDIR = memoryFolder;
const env = withProjectTools();
// The tests set these themselves, and must never reach a developer's own database.
for (const name of ['NODE_ENV', 'DATABASE_URL', 'DATA_DIR', 'PORT', 'APP_URL']) delete env[name];

let postgres;
let interrupted = false;

/** A tool that checks files: one check. */
async function check(...steps) {
  for (const [script, ...args] of steps) {
    const { code, output, timedOut } = await runCommand(findNode(), [`node_modules/${script}`, ...args], {
      env,
      timeoutSeconds: STAGE_SECONDS,
      onOutput: (text) => process.stdout.write(text),
    });
    if (timedOut) throw new Error(`parou depois de ${STAGE_SECONDS} s`);
    if (code !== 0) throw new Error(`saiu com ${code}`);
    const counts = args.includes('typegen') || readFileCount(output) > 0;
    if (!counts) throw new Error('não leu nenhum arquivo');
  }
  return { passed: 1, failed: 0, skipped: 0 };
}

/** A test runner that leaves a JSON report. @returns {Promise<{ code: number, report: object }>} */
async function runReported(name, args, extraEnv) {
  const place = join(reports, `${name}.json`);
  const { code, timedOut } = await runCommand(findNode(), args(place), {
    env: { ...env, ...extraEnv(place) },
    timeoutSeconds: STAGE_SECONDS,
  });
  if (timedOut) throw new Error(`parou depois de ${STAGE_SECONDS} s`);
  try {
    return { code, report: JSON.parse(readFileSync(place, 'utf8')) };
  } catch {
    throw new Error(`saiu com ${code} sem relatório`);
  }
}

function judge(name, code, counts) {
  // An error outside any test (an unhandled rejection) changes only the exit code.
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1;
    counts.complaints.push(`${name}: um erro fora de qualquer teste; a saída da etapa o mostra`);
  }
  if (counts.passed + counts.failed === 0) throw new Error('nenhum teste rodou');
  return counts;
}

async function runTests(name, args, extraEnv, readReport) {
  const { code, report } = await runReported(name, args, extraEnv);
  return judge(name, code, readReport(report));
}

const runVitest = (project, ...files) =>
  runReported(
    project,
    (report) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      `--project=${project}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(isRelease ? [] : ['--tags-filter=!release']),
      ...files,
    ],
    () => ({
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      // The tests that count more for a release say so where they count.
      ...(isRelease && { RELEASE: '1' }),
      // shop/payments/providers/provider-faults.both.test.ts; as many embedded ones would take half an hour.
      ...(isRelease && { PROVIDER_PURCHASES: project === 'embedded' ? '4000' : '10000' }),
    }),
  );

/** A file that fails runs once more, when the others have ended (docs/testing.md). */
const vitest =
  (project, ...only) =>
  async () => {
    const first = await runVitest(project, ...only);
    const files = listTriedAgain(first.report);
    if (files.length === 0) return judge(project, first.code, readVitestReport(first.report));
    say(`\n── mais uma vez: ${files.join(', ')}`);
    const again = await runVitest(project, ...files);
    return judge(project, again.code, readVitestReport(first.report, again.report));
  };

async function buildUnderLock() {
  await withLock(async () => {
    if (!buildIsFresh()) await buildShop();
  });
  return { passed: 1, failed: 0, skipped: 0 };
}

/** The built shop with killed processes and a broken network. A violation gets no second try. */
async function runFaults() {
  await buildUnderLock();
  const { code, report } = await runVitest('faults', ...(isRelease ? [] : [FAULT_SLICE]));
  return judge('faults', code, readVitestReport(report));
}

/** A script of the project that writes its own counts. */
async function runScript(name, ...args) {
  const { code, report } = await runReported(
    name,
    (place) => [...args, `--report=${place}`],
    () => ({}),
  );
  return report.skipped > 0 ? report : judge(name, code, report);
}

async function runJourneys() {
  // Also with --only=e2e, the journeys run on the current sources.
  await buildUnderLock();
  const CHROMIUM_PATH = await findBrowser();
  return runTests(
    'e2e',
    // A journey that fails twice is broken; one that fails once is named (docs/testing.md).
    () => ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', '--reporter=list,json'],
    (report) => ({
      CHROMIUM_PATH,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(isRelease && { RELEASE: '1' }),
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
    }),
    readPlaywrightReport,
  );
}

/** Journeys of a folder with a configuration of its own. */
const runJourneysOf = (name, extraEnv) =>
  runTests(
    name,
    () => [
      'node_modules/@playwright/test/cli.js',
      'test',
      `--config=test/${name}/playwright.config.ts`,
      '--reporter=list,json',
    ],
    (report) => ({ ...extraEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    readPlaywrightReport,
  );

/** What `deploy/` and the Dockerfile say, as far as this machine has the tools; the rest is skipped by name. */
async function runDeploy() {
  await buildUnderLock();
  return runJourneysOf('deploy', { CHROMIUM_PATH: await findBrowser() });
}

/** The browsers of Debian that are here or may be installed; the rest is skipped by name. */
async function runEngines() {
  await buildUnderLock();
  await installEngines();
  return runJourneysOf('engines', {});
}

/** The client and the assistants' server, each with a tree of its own, against a shop. */
async function runClients() {
  await withLock(async () => {
    await installTools('clients/typescript');
    await installTools('clients/mcp');
  });
  return vitest('clients')();
}

/** Every figure beside its goal for a release; else each once, to see that it runs. */
async function runBench() {
  await buildUnderLock();
  const { TEST_DATABASE_URL: _, ...own } = { ...env, ...onDisk };
  const { code, output, timedOut } = await runCommand(
    findNode(),
    ['bench/main.ts', ...(isRelease ? [] : ['--short'])],
    {
      env: { ...own, CHROMIUM_PATH: await findBrowser() },
      timeoutSeconds: STAGE_SECONDS,
      onOutput: (text) => process.stdout.write(text),
    },
  );
  if (timedOut) throw new Error(`parou depois de ${STAGE_SECONDS} s`);
  const short = output.match(/^\|.*\| short \|$/gm) ?? [];
  if (code !== 0 && short.length === 0) throw new Error(`saiu com ${code}`);
  const passed = output.match(/\| (ok|runs) \|$/gm)?.length ?? 0;
  if (passed === 0) throw new Error('não mediu nada');
  return { passed, failed: short.length, skipped: 0, complaints: short };
}

/** Proves that the tests need nothing outside the repository. */
const runClone = () =>
  testClone({
    place: reports,
    timeoutSeconds: STAGE_SECONDS,
    onOutput: (text) => process.stdout.write(text),
  });

/**
 * `release`: a proof of a release, too long for every push; `npm run release` has it, and `--only` may name it.
 * @type {Record<string, { title: string, release?: boolean, needsPostgres?: boolean, needsServers?: boolean, run: () => Promise<import('./test/read-counts.mjs').Counts> }>}
 */
const STAGES = {
  format: { title: 'formatação', run: () => check(['oxfmt/bin/oxfmt', '--check']) },
  lint: { title: 'lint', run: () => check(['oxlint/bin/oxlint', '--type-aware', '--deny-warnings']) },
  types: {
    title: 'tipos',
    run: () =>
      check(
        ['@react-router/dev/bin.cjs', 'typegen'],
        ['typescript/bin/tsc', '--noEmit', '-p', '.', '--diagnostics'],
      ),
  },
  build: { title: 'montagem', run: buildUnderLock },
  unit: { title: 'unidade', needsServers: true, run: vitest('unit') },
  embedded: {
    title: 'integração, banco embutido',
    needsServers: true,
    run: vitest('embedded', ...(isRelease ? [] : ON_BOTH)),
  },
  postgres: {
    title: 'integração, PostgreSQL',
    needsPostgres: true,
    needsServers: true,
    run: vitest('postgres'),
  },
  e2e: { title: 'jornadas no Chromium', needsPostgres: true, needsServers: true, run: runJourneys },
  faults: { title: 'falhas injetadas', needsPostgres: true, needsServers: true, run: runFaults },
  kills: {
    title: 'falhas injetadas, corrida longa',
    release: true,
    run: () => runScript('kills', 'test/faults/run.ts'),
  },
  cluster: {
    title: 'a loja em cinco máquinas',
    release: true,
    run: () => runScript('cluster', 'test/faults/run.ts', '--cluster'),
  },
  mutants: {
    title: 'linhas trocadas de propósito',
    release: true,
    run: () => runScript('mutants', 'test/mutants/main.ts', '--quick'),
  },
  engines: { title: 'uma jornada no WebKit e no Firefox', release: true, run: runEngines },
  deploy: { title: 'imagem, systemd e Caddy', release: true, run: runDeploy },
  clients: { title: 'clientes da API', release: true, run: runClients },
  bench: { title: 'medições', release: true, needsServers: true, run: runBench },
  clone: { title: 'um clone sozinho', release: true, run: runClone },
};

function readSelection() {
  const option = process.argv.slice(2).find((argument) => argument.startsWith('--only='));
  if (!option) return Object.keys(STAGES).filter((name) => isRelease || !STAGES[name].release);
  const names = option.slice('--only='.length).split(',');
  const unknown = names.filter((name) => !STAGES[name]);
  if (unknown.length > 0)
    throw new Error(`Não conheço ${unknown.join(', ')}; há ${Object.keys(STAGES).join(', ')}`);
  return Object.keys(STAGES).filter((name) => names.includes(name));
}

async function finish(code) {
  await postgres?.stop();
  rmSync(reports, { recursive: true, force: true });
  process.exitCode = code;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    interrupted = true;
    signalRunning(signal);
    void finish(128 + constants.signals[signal]).then(() => process.exit());
  });
}

async function runStage(title, run) {
  say(`\n── ${title}`);
  const started = Date.now();
  let counts;
  try {
    counts = await run();
  } catch (error) {
    counts = { passed: 0, failed: 1, skipped: 0, note: error.message };
  }
  const result = { ...counts, title, seconds: (Date.now() - started) / 1000 };
  say(tabulate([result]));
  return result;
}

const results = [];
try {
  const selected = readSelection();
  if (!dependenciesAreInstalled()) {
    say('Instalando dependências…');
    await withLock(async () => {
      if (!dependenciesAreInstalled()) await installDependencies();
    });
  }
  if (selected.some((name) => STAGES[name].needsServers)) {
    await withLock(() => installTools('test/servers'));
  }
  if (selected.some((name) => STAGES[name].needsPostgres)) {
    try {
      postgres = await startPostgres();
    } catch (error) {
      results.push(await runStage('preparar o PostgreSQL', () => Promise.reject(error)));
    }
  }
  for (const name of selected) {
    if (interrupted) break;
    results.push(await runStage(STAGES[name].title, STAGES[name].run));
  }
} catch (error) {
  results.push(await runStage('preparação', () => Promise.reject(error)));
}

if (interrupted) await new Promise(() => {});
await finish(0);
const total = (kind) => results.reduce((sum, result) => sum + result[kind], 0);
const skippedNames = results.flatMap((result) => result.skippedNames ?? []);
if (skippedNames.length > 0) {
  say(`\n── pulados (docs/testing.md diz o que cada um espera)\n${listSkipped(skippedNames).join('\n')}`);
}
for (const complaint of results.flatMap(({ complaints = [] }) => complaints)) say(`\n✗ ${complaint}`);
say(`\n── resumo\n${tabulate(results)}\n`);
if (total('failed') > 0) process.exitCode = 1;
say(`${total('passed')} passed, ${total('failed')} failed`);
