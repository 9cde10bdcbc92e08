import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
// @ts-expect-error -- the scripts run before anything is installed, so they are plain JavaScript
import * as counts from '../scripts/test/read-counts.mjs';

const { listSkipped, readPlaywrightReport, readTestOutput, readVitestReport } = counts;

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

test('a failed test, a skipped one, and a file that did not load, are counted and named with what they said', () => {
  const error =
    '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at /x/node_modules/vitest/run.js:1:1';
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: here('shop/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          { status: 'failed', fullName: 'breaks', failureMessages: [error] },
          { status: 'skipped', fullName: 'wants the whole catalogue (CATALOG_MIRROR)', failureMessages: [] },
          { status: 'todo', fullName: 'is not written yet', failureMessages: [] },
        ],
      },
      { name: here('shop/b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  };
  expect(readVitestReport(report)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
    skippedNames: [
      'shop/a.test.ts › wants the whole catalogue (CATALOG_MIRROR)',
      'shop/a.test.ts › is not written yet',
    ],
    complaints: [
      'shop/b.test.ts › o arquivo não carregou\n    Cannot find module',
      'shop/a.test.ts › breaks\n    AssertionError: expected 1 to be 2',
    ],
  });
});

test('a journey that failed, and one that passed only the second time, are counted and named', () => {
  const journey = (title: string, status: string, message?: string) => ({
    title,
    file: 'sale/buy.spec.ts',
    tests: [{ status, projectName: 'postgres', results: [{ ...(message && { error: { message } }) }, {}] }],
  });
  const report = {
    config: { rootDir: here('test/e2e') },
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{ message: 'no server' }],
    suites: [
      {
        specs: [journey('walks', 'expected')],
        suites: [
          { specs: [journey('falls', 'unexpected', 'not there'), journey('stumbles', 'flaky', 'late')] },
          { specs: [journey('waits', 'skipped')] },
        ],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    skippedNames: ['test/e2e/sale/buy.spec.ts › waits [postgres]'],
    flaky: 1,
    complaints: [
      'fora das jornadas\n    no server',
      'test/e2e/sale/buy.spec.ts › falls [postgres]\n    not there',
      'test/e2e/sale/buy.spec.ts › stumbles [postgres, só na segunda tentativa]\n    late',
    ],
  });
});

test('what was skipped is listed under its file, once for all stages; nothing is said when all ran', () => {
  const names = ['a.test.ts › one', 'b.test.ts › other', 'a.test.ts › two › part', 'a.test.ts › one'];
  expect(listSkipped(names)).toEqual([
    '  a.test.ts (2)',
    '    one',
    '    two › part',
    '  b.test.ts (1)',
    '    other',
  ]);
  expect(listSkipped([])).toEqual([]);
});

test("another run's last line and its skipped tests are read, and a run without that line is none", () => {
  const lines =
    'ok    lint: 1 passaram, 0 falharam (2.0 s)\nok    unidade: 40 passaram, 0 falharam, 7 pulados (9.1 s)\n';
  const output = `${lines}\n── resumo\n${lines}\n41 passed, 0 failed\n`;
  expect(readTestOutput(output)).toEqual({ passed: 41, failed: 0, skipped: 7, complaints: [] });
  expect(readTestOutput('41 passed, 0 failed\nKilled')).toBeNull();
  expect(readTestOutput('')).toBeNull();
});
