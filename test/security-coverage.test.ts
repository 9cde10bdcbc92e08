import { expect, test } from 'vitest';
import { missingProofs, readClaims, readProjectFile, readRows } from './sources/read-coverage.ts';

const DOCUMENT = 'docs/security.md';

/** Rows of the threats of which a part is shown by no test; the document says which part, and why. */
const NOT_SHOWN_YET = ['23', '38', '41', '43', '53'];

const threats = readClaims(DOCUMENT, /^\d+$/);
const traps = readClaims(DOCUMENT, /^F\d+$/);
const unshown = readRows(DOCUMENT, /^not shown: \d+$/);

test('each of the 87 threats has one entry, and each trap that was found by trying', () => {
  const numbers = (count: number, prefix = '') =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  expect(threats.map(({ number }) => number)).toEqual(numbers(87));
  expect(traps.map(({ number }) => number)).toEqual(numbers(traps.length, 'F'));
  expect(traps.length).toBeGreaterThanOrEqual(15);
});

test('each entry is shown by a test that exists under that name', () => {
  expect(
    [...threats, ...traps].flatMap(({ number, attack, tests }) =>
      missingProofs(`${number} ${attack}`, tests),
    ),
  ).toEqual([]);
});

test('each entry says where in the shop the answer stands', () => {
  const absent = [...threats, ...traps].filter(({ answer }) => !/`[\w./*-]+`/.test(answer));
  expect(absent).toEqual([]);
});

test('what no test shows is on the list, with its reason, and nowhere else', () => {
  expect(unshown.map(([number = '']) => number.replace('not shown: ', ''))).toEqual(NOT_SHOWN_YET);
  for (const [, what = '', why = ''] of unshown)
    expect([what.length > 10, why.length > 10]).toEqual([true, true]);
});

test('each chapter of ASVS 5.0 is assessed', () => {
  const chapters = [
    ...readProjectFile(DOCUMENT).matchAll(/^### V(\d+) .+\n\n\*\*(Met|Partly|Not applicable)/gm),
  ];
  expect(chapters.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
});
