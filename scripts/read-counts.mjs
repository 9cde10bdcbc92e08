import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from './run-command.mjs';

/**
 * How many checks a tool says it ran. Each of these formats is a tool's own report; a report that names
 * no test at all counts as none, because a run that can find nothing to do must not look like a pass.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number, complaints?: string[] }} Counts
 * `flaky`: of those passed. `complaints`: what failed or needed a second try, each with the beginning of its error
 */

const COMPLAINT_LINES = 14;

/** The long report above scrolls away, or is cut by whoever keeps it: the end of a run names what is to be done. */
function complain(file, title, error) {
  const lines = stripVTControlCharacters(error ?? '').split('\n');
  const own = lines.filter((line) => !line.includes('node_modules'));
  const text = own.slice(0, COMPLAINT_LINES).map((line) => `    ${line}`);
  const place = file ? `${relative(fileURLToPath(projectRoot), file)} › ` : '';
  return [place + title, ...text].join('\n');
}

/** @returns {Counts} from `vitest --reporter=json` */
export function readVitestReport(report) {
  const failedIn = (file) => file.assertionResults.filter(({ status }) => status === 'failed');
  // A file that could not even be loaded has no tests in it, and is a failure all the same.
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && failedIn(file).length === 0,
  );
  const failures = report.testResults.flatMap((file) =>
    failedIn(file).map((test) => complain(file.name, test.fullName, test.failureMessages[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
    complaints: [
      ...unloadable.map(({ name, message }) => complain(name, 'o arquivo não carregou', message)),
      ...failures,
    ],
  };
}

/** @returns {Counts} from `playwright test --reporter=json` */
export function readPlaywrightReport(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];
  const tests = report.suites
    .flatMap(specsIn)
    .flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })))
    .filter(({ status }) => status === 'unexpected' || status === 'flaky');
  const failures = tests.map(({ spec, status, projectName, results }) => {
    const title = `${spec.title} [${projectName}${status === 'flaky' ? ', só na segunda tentativa' : ''}]`;
    const error = results.find((result) => result.error)?.error;
    return complain(join(report.config.rootDir, spec.file), title, error?.stack ?? error?.message);
  });
  return {
    passed: expected + flaky,
    // `errors` are what happened outside any test: a server that did not start, a file that did not load.
    failed: unexpected + report.errors.length,
    skipped,
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
