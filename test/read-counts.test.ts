import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
// @ts-expect-error -- the scripts run before anything is installed, so they are plain JavaScript
import { readPlaywrightReport, readVitestReport } from '../scripts/read-counts.mjs';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

test('a failed test, and a file that did not load, are counted and named with what they said', () => {
  const error =
    '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at /x/node_modules/vitest/run.js:1:1';
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      {
        name: here('shop/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          { status: 'failed', fullName: 'breaks', failureMessages: [error] },
        ],
      },
      { name: here('shop/b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  };
  expect(readVitestReport(report)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
    complaints: [
      'shop/b.test.ts › o arquivo não carregou\n    Cannot find module',
      'shop/a.test.ts › breaks\n    AssertionError: expected 1 to be 2',
    ],
  });
});

test('a journey that failed, and one that passed only the second time, are counted and named', () => {
  const journey = (title: string, status: string, message?: string) => ({
    title,
    file: 'buy.spec.ts',
    tests: [{ status, projectName: 'postgres', results: [{ ...(message && { error: { message } }) }, {}] }],
  });
  const report = {
    config: { rootDir: here('test/e2e') },
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: 'no server' }],
    suites: [
      {
        specs: [journey('walks', 'expected')],
        suites: [
          { specs: [journey('falls', 'unexpected', 'not there'), journey('stumbles', 'flaky', 'late')] },
        ],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 0,
    flaky: 1,
    complaints: [
      'fora das jornadas\n    no server',
      'test/e2e/buy.spec.ts › falls [postgres]\n    not there',
      'test/e2e/buy.spec.ts › stumbles [postgres, só na segunda tentativa]\n    late',
    ],
  });
});
