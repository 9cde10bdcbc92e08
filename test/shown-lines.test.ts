import { expect, test } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';
import { readShown } from './sources/read-shown.ts';

const shown = readShown();

const numbers = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

/** Each list whose lines a test shows, and how a line of it begins. */
const LISTS = [
  { word: 'threat', document: 'docs/threats.md', line: /^- \*\*(F?\d+)\.\*\* /gm, least: 104 },
  { word: 'spec', document: 'docs/specification.md', line: /^(?: *- |\*\*)?(\d\.\d+) /gm, least: 160 },
  { word: 'purchase', document: 'docs/purchase-rules.md', line: /^- \*\*(\d+)\.\*\* /gm, least: 26 },
].map((list) => ({
  ...list,
  lines: [...readProjectFile(list.document).matchAll(list.line)].map(([, number = '']) => number),
}));

test.each(LISTS)('each line of $document is shown by a test', ({ word, lines, least }) => {
  expect(lines.length).toBeGreaterThanOrEqual(least);
  expect(new Set(lines).size).toBe(lines.length);
  const said = new Set(shown.map(({ line }) => line));
  expect(lines.filter((line) => !said.has(`${word} ${line}`))).toEqual([]);
});

test('whatever a test says that it shows is a line, and the words stand above a test', () => {
  expect(shown.length).toBeGreaterThan(600);
  const known = new Set(LISTS.flatMap(({ word, lines }) => lines.map((line) => `${word} ${line}`)));
  expect(shown.filter(({ line, isAboveTest }) => !known.has(line) || !isAboveTest)).toEqual([]);
});

test('no number of a threat or a rule of a purchase is left out', () => {
  const [threats, , rules] = LISTS.map(({ lines }) => lines);
  const traps = threats?.filter((number) => number.startsWith('F')) ?? [];
  expect(threats).toEqual([...numbers(87), ...numbers(traps.length, 'F')]);
  expect(rules).toEqual(numbers(rules?.length ?? 0));
});

test.each(['docs/threats.md', 'docs/purchase-rules.md'])(
  'each line of %s says where the answer stands',
  (document) => {
    const lines = readProjectFile(document).match(/^- \*\*F?\d+\.\*\* .+$/gm) ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(26);
    expect(lines.filter((line) => !/`[\w./*{},-]+\/[\w./*{},-]+`|index|trigger/.test(line))).toEqual([]);
  },
);

test('each chapter of ASVS 5.0 is assessed', () => {
  const chapters = [
    ...readProjectFile('docs/security.md').matchAll(/^### V(\d+) .+\n\n\*\*(?:Met|Partly|Not applicable)/gm),
  ];
  expect(chapters.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
});
