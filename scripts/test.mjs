// `npm test`: installs what is missing, runs every kind of check, and says how many passed and failed.
// `npm run release` runs the longer stages too. Developers: `npm test -- --only=lint,unit,e2e`. Runs on the Node the machine has, like start.mjs.
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
import {
  listSkipped,
  listTriedAgain,
  readFileCount,
  readPlaywrightReport,
  readVitestReport,
} from './test/read-counts.mjs';
import { runCommand, signalRunning } from './run/run-command.mjs';

// Ends a stage that hangs, and names it, before the caller's own time limit.
const STAGE_SECONDS = 25 * 60;

const say = (text) => process.stdout.write(`${text}\n`);
const reports = mkdtempSync(join(tmpdir(), 'fulgor-reports-'));
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
async function runReported(name, args, extraEnv, onOutput) {
  const place = join(reports, `${name}.json`);
  const { code, timedOut } = await runCommand(findNode(), args(place), {
    env: { ...env, ...extraEnv(place) },
    timeoutSeconds: STAGE_SECONDS,
    onOutput,
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

async function runTests(name, args, extraEnv, readReport, onOutput) {
  const { code, report } = await runReported(name, args, extraEnv, onOutput);
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
      ...files,
    ],
    () => ({ ...(postgres && { TEST_DATABASE_URL: postgres.url }) }),
  );

/** A file that fails runs once more, when the others have ended (docs/decisions/second-try.md). */
const vitest = (project) => async () => {
  const first = await runVitest(project);
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

/** The built shop with killed processes and a broken network; a part of `npm run faults`. A violation gets no second try. */
async function runFaults() {
  await buildUnderLock();
  const { code, report } = await runVitest('faults');
  return judge('faults', code, readVitestReport(report));
}

async function runJourneys() {
  // Also with --only=e2e, the journeys run on the current sources.
  await buildUnderLock();
  const CHROMIUM_PATH = await findBrowser();
  return runTests(
    'e2e',
    // A journey that fails twice is broken; one that fails once is named (docs/decisions/second-try.md).
    () => ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', '--reporter=list,json'],
    (report) => ({
      CHROMIUM_PATH,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
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

/** Runs every measurement once, in its short form. It checks that they run, not their results. */
async function runBench() {
  await buildUnderLock();
  const { code, output, timedOut } = await runCommand(findNode(), ['bench/main.ts', '--short'], {
    env: { ...env, CHROMIUM_PATH: await findBrowser(), TEST_DATABASE_URL: postgres.url },
    timeoutSeconds: STAGE_SECONDS,
    onOutput: (text) => process.stdout.write(text),
  });
  if (timedOut) throw new Error(`parou depois de ${STAGE_SECONDS} s`);
  if (code !== 0) throw new Error(`saiu com ${code}`);
  const figures = output.match(/\| runs \|$/gm)?.length ?? 0;
  if (figures === 0) throw new Error('não mediu nada');
  return { passed: figures, failed: 0, skipped: 0 };
}

/** A small sample of wrong lines in the money path. Each must make a test beside it fail, or have a written reason. */
const runMutants = (onOutput) =>
  runTests(
    'mutants',
    (report) => ['test/mutants/main.ts', '--quick', `--report=${report}`],
    () => ({}),
    (counts) => counts,
    onOutput,
  );

/** Proves that the tests need nothing outside the repository. */
const runClone = (onOutput = (text) => process.stdout.write(text)) =>
  testClone({ place: reports, timeoutSeconds: STAGE_SECONDS, onOutput });

/**
 * `beside`: stages that leave a core idle and assert no time. While they run, this one has what they leave of the processor;
 * alone it runs in its turn. Its output then goes to `onOutput`.
 * `release`: too long for every push; `npm run release` has it, and `--only` may name it.
 * @type {Record<string, { title: string, release?: boolean, needsPostgres?: boolean, needsServers?: boolean, beside?: string[], run: (onOutput?: (text: string) => void) => Promise<import('./test/read-counts.mjs').Counts> }>}
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
  embedded: { title: 'integração, banco embutido', needsServers: true, run: vitest('embedded') },
  postgres: {
    title: 'integração, PostgreSQL',
    needsPostgres: true,
    needsServers: true,
    run: vitest('postgres'),
  },
  mutants: { title: 'linhas trocadas de propósito', beside: ['bench'], run: runMutants },
  faults: { title: 'falhas injetadas', needsPostgres: true, needsServers: true, run: runFaults },
  e2e: { title: 'jornadas no Chromium', needsPostgres: true, needsServers: true, run: runJourneys },
  engines: { title: 'uma jornada no WebKit e no Firefox', release: true, run: runEngines },
  deploy: { title: 'imagem, systemd e Caddy', run: runDeploy },
  bench: { title: 'medições, forma curta', needsPostgres: true, needsServers: true, run: runBench },
  clone: { title: 'um clone sozinho', beside: ['bench'], run: runClone },
};

function readSelection() {
  const option = process.argv.slice(2).find((argument) => argument.startsWith('--only='));
  const isRelease = process.argv.includes('--release');
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

async function runStage(title, run, tell = say) {
  tell(`\n── ${title}`);
  const started = Date.now();
  let counts;
  let reason = '';
  try {
    counts = await run();
  } catch (error) {
    counts = { passed: 0, failed: 1, skipped: 0 };
    reason = `: ${error.message}`;
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const mark = counts.failed === 0 ? 'ok   ' : 'FALHA';
  const skipped = counts.skipped ? `, ${counts.skipped} pulados` : '';
  const flaky = counts.flaky ? `, ${counts.flaky} só na segunda tentativa` : '';
  const line = `${mark} ${title}: ${counts.passed} passaram, ${counts.failed} falharam${skipped}${flaky}${counts.note ?? ''} (${seconds} s)${reason}`;
  tell(line);
  return { ...counts, line };
}

/** Starts a stage whose output waits. @returns what waits for its end and prints it. */
function startBeside({ title, run }) {
  let held = '';
  const hold = (text) => void (held += text);
  const ended = runStage(
    title,
    () => run(hold),
    (line) => hold(`${line}\n`),
  );
  return async () => {
    const result = await ended;
    process.stdout.write(held);
    return result;
  };
}

async function runStages(selected) {
  const hosts = (name) => (STAGES[name].beside ?? []).filter((host) => selected.includes(host));
  const guests = new Map();
  for (const name of selected) {
    if (interrupted) return;
    if (hosts(name).length > 0) continue;
    for (const guest of selected.filter((one) => hosts(one)[0] === name))
      guests.set(guest, startBeside(STAGES[guest]));
    results.push(await runStage(STAGES[name].title, () => STAGES[name].run()));
    for (const [guest, ended] of guests) {
      if (hosts(guest).at(-1) !== name) continue;
      guests.delete(guest);
      results.push(await ended());
    }
  }
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
  await runStages(selected);
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
say(`\n── resumo\n${results.map(({ line }) => line).join('\n')}\n`);
if (total('failed') > 0) process.exitCode = 1;
say(`${total('passed')} passed, ${total('failed')} failed`);
