import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from '../run/run-command.mjs';

/**
 * How many checks a tool says it ran. Each of these formats is a tool's own report; a report that names
 * no test at all counts as none, because a run that can find nothing to do must not look like a pass.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number, complaints?: string[], skippedNames?: string[] }} Counts
 * `flaky`: of those passed. `complaints`: what failed or needed a second try, each with the beginning of its error.
 * `skippedNames`: `file › title` of each that did not run
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

/** @returns {Counts} from `vitest --reporter=json` */
export function readVitestReport(report) {
  const failedIn = (file) => file.assertionResults.filter(({ status }) => status === 'failed');
  // A file that could not even be loaded has no tests in it, and is a failure all the same.
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && failedIn(file).length === 0,
  );
  const didNotRun = ({ status }) => status !== 'passed' && status !== 'failed';
  const skippedNames = report.testResults.flatMap((file) =>
    file.assertionResults.filter(didNotRun).map((test) => nameTest(file.name, test.fullName)),
  );
  const failures = report.testResults.flatMap((file) =>
    failedIn(file).map((test) => complain(file.name, test.fullName, test.failureMessages[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: skippedNames.length,
    skippedNames,
    complaints: [
      ...unloadable.map(({ name, message }) => complain(name, 'o arquivo não carregou', message)),
      ...failures,
    ],
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
 * @returns {Counts | null} from the end of another `npm test`, with what it complained of; null when it did not come
 * to its last line.
 */
export function readTestOutput(output) {
  const last = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '');
  if (!last) return null;
  // Each stage's line stands twice: when it ended, and in the summary.
  const summary = output.slice(output.lastIndexOf('── resumo'));
  const skipped = [...summary.matchAll(/, (\d+) pulados/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  const brokenStages = summary.match(/^FALHA .+$/gm) ?? [];
  const failures =
    output
      .split(/^── (?:pulados|resumo)/m)
      .at(0)
      ?.split(/^✗ /m)
      .slice(1) ?? [];
  return {
    passed: Number(last[1]),
    failed: Number(last[2]),
    skipped,
    complaints: [...brokenStages, ...failures.map((text) => text.trimEnd())],
  };
}
