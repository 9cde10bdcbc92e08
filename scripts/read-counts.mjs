/**
 * How many checks a tool says it ran. Each of these formats is a tool's own report; a report that names
 * no test at all counts as none, because a run that can find nothing to do must not look like a pass.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Counts `flaky`: of those passed
 */

/** @returns {Counts} from `vitest --reporter=json` */
export function readVitestReport(report) {
  // A file that could not even be loaded has no tests in it, and is a failure all the same.
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @returns {Counts} from `playwright test --reporter=json` */
export function readPlaywrightReport(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  // `errors` are what happened outside any test: a server that did not start, a file that did not load.
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped, flaky };
}

/** How many files a linter or the compiler read, from the line in which it says so; 0 if it does not. */
export function readFileCount(output) {
  // oxlint and oxfmt: "Finished in 6ms on 12 files"; tsc --diagnostics: "Files:  940".
  const found = /\bon (\d+) files?\b/.exec(output) ?? /^Files:\s+(\d+)/m.exec(output);
  return Number(found?.[1] ?? 0);
}
