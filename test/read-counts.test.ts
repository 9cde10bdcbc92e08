import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
// @ts-expect-error -- the scripts run before anything is installed, so they are plain JavaScript
import * as counts from '../scripts/test/read-counts.mjs';

const { listSkipped, listTriedAgain, readPlaywrightReport, readTestOutput, readVitestReport, tabulate } =
  counts;

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

test('a failed test, a skipped one, and a file that did not load, are counted and named with what they said', () => {
  const error =
    '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at /x/node_modules/vitest/run.js:1:1';
  const report = {
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
          { status: 'skipped', fullName: 'takes long', failureMessages: [], tags: ['release'] },
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
    flaky: 0,
    complaints: [
      'shop/a.test.ts › breaks\n    AssertionError: expected 1 to be 2',
      'shop/b.test.ts › o arquivo não carregou\n    Cannot find module',
    ],
  });
});

test('a file that failed is counted by its second try, and what passed only then is named with its first error', () => {
  const file = (name: string, ...tests: [string, string][]) => ({
    name: here(`shop/${name}.test.ts`),
    status: tests.every(([, status]) => status === 'passed') ? 'passed' : 'failed',
    message: 'no database',
    assertionResults: tests.map(([fullName, status]) => ({
      status,
      fullName,
      failureMessages: status === 'failed' ? [`${fullName} is wrong`] : [],
    })),
  });
  const first = {
    testResults: [
      file('sound', ['holds', 'passed']),
      file('mixed', ['stumbles', 'failed'], ['breaks', 'failed'], ['stands', 'passed']),
      { ...file('late'), status: 'failed' },
    ],
  };
  const again = {
    testResults: [
      file('mixed', ['stumbles', 'passed'], ['breaks', 'failed'], ['stands', 'passed']),
      file('late', ['comes', 'passed'], ['goes', 'passed']),
    ],
  };
  expect(listTriedAgain(first)).toEqual(['shop/mixed.test.ts', 'shop/late.test.ts']);
  const fault = file('provider-faults.both', ['loses nothing', 'failed']);
  expect(listTriedAgain({ testResults: [fault, ...first.testResults] })).toEqual(listTriedAgain(first));
  expect(readVitestReport(first, again)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
    skippedNames: [],
    flaky: 2,
    complaints: [
      'shop/mixed.test.ts › breaks\n    breaks is wrong',
      'shop/mixed.test.ts › stumbles [só na segunda tentativa]\n    stumbles is wrong',
      'shop/late.test.ts › o arquivo não carregou [só na segunda tentativa]\n    no database',
    ],
  });
});

test('what breaks in the second try only is a failure, and many broken files get no second try', () => {
  const file = (status: string) => ({
    name: here('shop/a.test.ts'),
    status,
    message: '',
    assertionResults: ['one', 'other'].map((fullName) => ({
      status: fullName === 'other' ? status : 'passed',
      fullName,
      failureMessages: ['wrong'],
    })),
  });
  const first = {
    testResults: [{ ...file('passed'), status: 'failed', message: 'late', assertionResults: [] }],
  };
  expect(readVitestReport(first, { testResults: [file('failed')] })).toMatchObject({
    passed: 1,
    failed: 1,
    flaky: 1,
  });
  const broken = Array.from({ length: 6 }, () => file('failed'));
  expect(listTriedAgain({ testResults: broken.slice(1) })).toHaveLength(5);
  expect(listTriedAgain({ testResults: broken })).toEqual([]);
});

test('a journey that failed, and one that passed only the second time, are counted and named; engines are named once', () => {
  const annotations = [{ type: 'engine', description: 'Engine 1.2' }];
  const journey = (title: string, status: string, message?: string) => ({
    title,
    file: 'sale/buy.spec.ts',
    tests: [
      {
        status,
        annotations,
        projectName: 'postgres',
        results: [{ ...(message && { error: { message } }) }, {}],
      },
    ],
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
    note: 'Engine 1.2',
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

test("stages are rows of a table; another run's last line and its skipped tests are read, and a run without that line is none", () => {
  const lines = tabulate([
    { title: 'lint', passed: 1, failed: 0, skipped: 0, seconds: 2 },
    { title: 'unidade', passed: 40, failed: 0, skipped: 7, flaky: 1, seconds: 9.123, note: 'Engine 1.2' },
  ]);
  expect(lines).toBe(
    [
      'ok     lint      1 passaram  0 falharam  0 pulados  2.0 s',
      'ok     unidade  40 passaram  0 falharam  7 pulados  9.1 s  1 só na segunda tentativa, Engine 1.2',
    ].join('\n'),
  );
  const output = `${lines}\n\n── resumo\n${lines}\n\n41 passed, 0 failed\n`;
  expect(readTestOutput(output)).toEqual({ passed: 41, failed: 0, skipped: 7, complaints: [] });
  const stumbled = `${lines}\n── pulados (…)\n  a.test.ts (1)\n    one\n\n✗ b.test.ts › other\n    late\n\n── resumo\n${lines}\n41 passed, 0 failed\n`;
  expect(readTestOutput(stumbled)).toMatchObject({ complaints: ['b.test.ts › other\n    late'] });
  expect(readTestOutput('41 passed, 0 failed\nKilled')).toBeNull();
  expect(readTestOutput('')).toBeNull();
});
