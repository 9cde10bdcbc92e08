import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { missingFiles, missingInComments, namedFiles } from './sources/named-files.ts';
import { readProjectFile, readRows } from './sources/read-coverage.ts';

const root = resolve(import.meta.dirname, '..');
const documents = globSync('docs/*.md', { cwd: root });
const decisions = globSync('docs/decisions/*.md', { cwd: root });

test('every file that README and the documents name is there', () => {
  const found = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...documents, ...decisions].map(
    (document) => ({
      document,
      ...missingFiles(document),
    }),
  );
  expect(found.flatMap(({ document, missing }) => missing.map((name) => `${document}: ${name}`))).toEqual([]);
  const read = (name: string) => found.find(({ document }) => document === name)?.read;
  expect(read('README.md')).toBeGreaterThan(20);
  expect(read('docs/architecture.md')).toBeGreaterThan(15);
  expect(found.reduce((sum, each) => sum + each.read, 0)).toBeGreaterThan(400);
});

test('each decision says when it was taken and whether it still holds', () => {
  const dated = /^# .+\n\nDecided \d{4}-\d{2}-\d{2}\. (?:In force|Replaced by \[.+\]\(.+\))\.\n/;
  expect(decisions.length).toBeGreaterThan(20);
  expect(decisions.filter((document) => !dated.test(readProjectFile(document)))).toEqual([]);
});

test('README leads to every document, and to each once', () => {
  const links = [...readProjectFile('README.md').matchAll(/^- \[[^\]]+\]\((docs\/[^)]+)\)/gm)].map(
    ([, target = '']) => target,
  );
  expect(links.toSorted()).toEqual([...documents, 'docs/decisions'].toSorted());
});

const SOURCES = '{app,bench,db,demo,emails,gateways,jobs,scripts,server,shop,test}/**/*.{ts,tsx,mjs,sql,css}';
const sources = globSync(SOURCES, {
  cwd: root,
  exclude: (name) => name.includes('node_modules') || name.includes('named-files'),
}).map((path) => ({ path, text: readProjectFile(path) }));

test('every document that a comment cites is in docs/', () => {
  const cited = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w$}'"`*/.-])(?:[\w-]+\/)*[\w-]+\.md\b/g)].map(([name]) => `${path}: ${name}`),
  );
  expect(cited.length).toBeGreaterThan(40);
  const known = new Set([...documents, ...decisions, 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']);
  expect(cited.filter((line) => !known.has(line.split(': ')[1] ?? ''))).toEqual([]);
});

test('every file that a comment names is there', () => {
  const found = sources.map(({ path }) => ({ path, ...missingInComments(path) }));
  expect(found.reduce((sum, each) => sum + each.read, 0)).toBeGreaterThan(25);
  expect(found.flatMap(({ path, missing }) => missing.map((name) => `${path}: ${name}`))).toEqual([]);
});

test('threats are numbered without a gap, old numbers of rulings lead to names, and whichever is cited is there', () => {
  const text = readProjectFile('docs/rulings.md');
  const names = [...text.matchAll(/^\*\*(.+?)\.\*\* /gm)].map(([, name]) => name);
  const old = readRows('docs/rulings.md', /^\d+$/);
  const threats = readRows('docs/threats.md', /^\d+$/).map(([n]) => Number(n));
  expect(old.map(([n]) => Number(n))).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(old.flatMap(([, to = '']) => to.split('; ')).filter((name) => !names.includes(name))).toEqual([]);
  expect(threats).toEqual(Array.from({ length: 87 }, (_, index) => index + 1));
  const cited = (word: string) =>
    sources.flatMap(({ path, text }) =>
      [...text.matchAll(new RegExp(`\\b${word}s? (\\d+(?:(?:, | and )\\d+)*)`, 'gi'))].flatMap(
        ([, numbers = '']) => numbers.split(/\D+/).map((number) => `${path}: ${word} ${number}`),
      ),
    );
  const [citedRulings, citedThreats] = [cited('ruling'), cited('threat')];
  expect(citedRulings.length).toBeGreaterThan(60);
  expect(citedThreats.length).toBeGreaterThan(15);
  const unknown = (lines: string[], last: number) =>
    lines.filter((line) => Number(line.split(' ').at(-1)) > last);
  expect([...unknown(citedRulings, old.length), ...unknown(citedThreats, threats.length)]).toEqual([]);
  const byName = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/rulings\.md,? '([^'\n]+)'/g)].map(([, name]) => ({ path, name })),
  );
  expect(byName.filter(({ name }) => !names.includes(name))).toEqual([]);
});

test('names are found in links and in backticks, with their globs, and nothing else is taken for one', () => {
  const text =
    'See [here](docs/a.md#part) and [there](https://example.com/b.md), `shop/orders/*.ts`, `{a,b}.test.ts`, ' +
    '`server/main.ts:12`, `GET /api/orders`, `npm test`, `build/server/main.js`, `data/mail`, `docs/`.';
  expect(namedFiles(text)).toEqual({
    links: ['docs/a.md'],
    paths: ['shop/orders/*.ts', '{a,b}.test.ts', 'server/main.ts', 'docs/'],
  });
});
