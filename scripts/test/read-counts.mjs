import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from '../run/run-command.mjs';

/**
 * How many checks a tool says it ran. Each of these formats is a tool's own report; a report that names
 * no test at all counts as none, because a run that can find nothing to do must not look like a pass.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number, complaints?: string[], skippedNames?: string[], note?: string }} Counts
 * `flaky`: of those passed. `complaints`: what failed or needed a second try, each with the beginning of its error.
 * `skippedNames`: `file › title` of each that did not run. `note`: what else the stage's row says
 */

const COMPLAINT_LINES = 14;

/** The long report above scrolls away, or is cut by whoever keeps it: the end of a run names what is to be done. */
function complain(file, title, error) {
  const lines = stripVTControlCharacters(error ?? '').split('\n');
  const own = lines.filter((line) => !line.includes('node_modules'));
  const text = own.slice(0, COMPLAINT_LINES).map((line) => `    ${line}`);
  return [file ? nameTest(file, title) : title, ...text].join('\n');
}

function nameTest(file, title) {
  return `${relative(fileURLToPath(projectRoot), file)} › ${title}`;
}

/** More broken files than this are not chance. */
const MOST_TRIED_AGAIN = 5;

const failuresOf = (file) => file.assertionResults.filter(({ status }) => status === 'failed');

/** A file that could not even be loaded has no failed test in it, and is a failure all the same. */
const isUnloadable = (file) => file.status === 'failed' && failuresOf(file).length === 0;

/** A charge that is lost once is lost: what breaks things on purpose has no second try. */
const INJECTS_FAULTS = /faults\.\w+\.test\.ts$/;

/** @returns {string[]} the broken files of a report of Vitest that get a second try; none when too many are broken */
export function listTriedAgain(report) {
  const broken = report.testResults.filter((file) => isUnloadable(file) || failuresOf(file).length > 0);
  if (broken.length > MOST_TRIED_AGAIN) return [];
  const again = broken.filter(({ name }) => !INJECTS_FAULTS.test(name));
  return again.map(({ name }) => relative(fileURLToPath(projectRoot), name));
}

function complainOf(file, remark = '') {
  const complaints = failuresOf(file).map((test) => ({
    title: test.fullName,
    error: test.failureMessages[0],
  }));
  if (isUnloadable(file)) complaints.push({ title: 'o arquivo não carregou', error: file.message });
  return complaints.map(({ title, error }) => ({
    name: nameTest(file.name, title),
    text: complain(file.name, `${title}${remark}`, error),
  }));
}

/**
 * @param {object} report of `vitest --reporter=json`
 * @param {object} [again] the report of those of its files that ran once more
 * @returns {Counts}
 */
export function readVitestReport(report, again) {
  const repeated = new Map(again?.testResults.map((file) => [file.name, file]));
  const files = [...report.testResults.filter(({ name }) => !repeated.has(name)), ...repeated.values()];
  const failures = files.flatMap((file) => complainOf(file));
  const stillFails = new Set(failures.map(({ name }) => name));
  const stumbles = report.testResults
    .filter(({ name }) => repeated.has(name))
    .flatMap((file) => complainOf(file, ' [só na segunda tentativa]'))
    .filter(({ name }) => !stillFails.has(name));
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file })));
  const skippedNames = tests
    // What waits for a release is not skipped.
    .filter(({ status, tags }) => status !== 'passed' && status !== 'failed' && !tags?.includes('release'))
    .map((test) => nameTest(test.file.name, test.fullName));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failures.length,
    skipped: skippedNames.length,
    skippedNames,
    flaky: stumbles.length,
    complaints: [...failures, ...stumbles].map(({ text }) => text),
  };
}

/** @returns {Counts} from `playwright test --reporter=json` */
export function readPlaywrightReport(report) {
  const { expected, unexpected, flaky } = report.stats;
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];
  const all = report.suites.flatMap(specsIn).flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })));
  const skippedNames = all
    .filter(({ status }) => status === 'skipped')
    .map(({ spec, projectName }) =>
      nameTest(join(report.config.rootDir, spec.file), `${spec.title} [${projectName}]`),
    );
  const annotations = all.flatMap((test) => test.annotations ?? []);
  const engines = new Set(annotations.filter(({ type }) => type === 'engine').map((one) => one.description));
  const tests = all.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  const failures = tests.map(({ spec, status, projectName, results }) => {
    const title = `${spec.title} [${projectName}${status === 'flaky' ? ', só na segunda tentativa' : ''}]`;
    const error = results.find((result) => result.error)?.error;
    return complain(join(report.config.rootDir, spec.file), title, error?.stack ?? error?.message);
  });
  return {
    passed: expected + flaky,
    // `errors` are what happened outside any test: a server that did not start, a file that did not load.
    failed: unexpected + report.errors.length,
    skipped: skippedNames.length,
    skippedNames,
    flaky,
    ...(engines.size > 0 && { note: [...engines].join(', ') }),
    complaints: [
      ...report.errors.map(({ message, stack }) => complain('', 'fora das jornadas', stack ?? message)),
      ...failures,
    ],
  };
}

/** How many files a linter or the compiler read, from the line in which it says so; 0 if it does not. */
export function readFileCount(output) {
  // oxlint and oxfmt: "Finished in 6ms on 12 files"; tsc --diagnostics: "Files:  940".
  const found = /\bon (\d+) files?\b/.exec(output) ?? /^Files:\s+(\d+)/m.exec(output);
  return Number(found?.[1] ?? 0);
}

/**
 * The skipped tests of a run, one a line under their file's name. A test that is skipped in several stages stands
 * once. Empty when all ran.
 */
export function listSkipped(names) {
  const files = new Map();
  for (const name of new Set(names)) {
    const [file] = name.split(' › ');
    files.set(file, [...(files.get(file) ?? []), name]);
  }
  return [...files].flatMap(([file, own]) => [
    `  ${file} (${own.length})`,
    ...own.map((name) => `    ${name.slice(file.length + 3)}`),
  ]);
}

/**
 * A row for each stage. `readTestOutput` reads the rows of another run.
 * @param {(Counts & { title: string, seconds: number })[]} results
 */
export function tabulate(results) {
  const rows = results.map(({ title, passed, failed, skipped, seconds, flaky, note }) => [
    failed === 0 ? 'ok   ' : 'FALHA',
    title,
    `${passed} passaram`,
    `${failed} falharam`,
    `${skipped} pulados`,
    `${seconds.toFixed(1)} s`,
    [flaky ? `${flaky} só na segunda tentativa` : '', note ?? ''].filter(Boolean).join(', '),
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column].length))) ?? [];
  return rows
    .map(([mark, title, ...cells]) => {
      const numbers = cells.slice(0, 4).map((cell, at) => cell.padStart(widths[at + 2]));
      return [mark, title.padEnd(widths[1]), ...numbers, cells[4]].join('  ').trimEnd();
    })
    .join('\n');
}

/**
 * @returns {Counts | null} from the end of another `npm test`, with what it complained of; null when it did not come
 * to its last line.
 */
export function readTestOutput(output) {
  const last = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  if (!last) return null;
  // Each stage's line stands twice: when it ended, and in the summary.
  const summary = output.slice(output.lastIndexOf('── resumo'));
  const skipped = [...summary.matchAll(/ (\d+) pulados/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const brokenStages = summary.match(/^FALHA .+$/gm) ?? [];
  const beforeSummary = output.slice(0, output.lastIndexOf('── resumo'));
  const failures = beforeSummary.split(/^✗ /m).slice(1);
  return {
    passed: Number(last[1]),
    failed: Number(last[2]),
    skipped,
    complaints: [...brokenStages, ...failures.map((text) => text.trimEnd())],
  };
}
