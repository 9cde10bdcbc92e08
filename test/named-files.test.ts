import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { missingFiles, missingInComments, namedFiles } from './sources/named-files.ts';
import { readProjectFile, readRows } from './sources/read-document.ts';

const root = resolve(import.meta.dirname, '..');
const documents = globSync('docs/*.md', { cwd: root });
const decisions = globSync('docs/decisions/*.md', { cwd: root });

const SOURCES =
  '{app,bench,catalogs,db,demo,emails,gateways,jobs,scripts,server,shop,test}/**/*.{ts,tsx,mjs,sql,css}';
const sources = globSync(SOURCES, {
  cwd: root,
  exclude: (name) => name.includes('node_modules') || name.includes('named-files'),
}).map((path) => ({ path, text: readProjectFile(path) }));

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

test('each decision is linked from where it surprises, and there are few', () => {
  expect(decisions.length).toBeGreaterThan(20);
  expect(decisions.length).toBeLessThanOrEqual(35);
  const around = ['README.md', 'CONTRIBUTING.md', ...documents].map(readProjectFile).join('\n');
  const linked = (document: string) =>
    sources.some(({ text }) => text.includes(document)) || around.includes(document.replace('docs/', ''));
  expect(decisions.filter((document) => !linked(document))).toEqual([]);
});

test('what is written by hand is short enough to be read, and no table is padded', () => {
  const texts = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...documents, ...decisions].map((path) => ({
    path,
    text: readProjectFile(path),
  }));
  const written = texts.filter(({ path }) => path !== 'docs/tables.md');
  expect(
    written.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    'what is written by hand is too long to be read: shorten something',
  ).toBeLessThanOrEqual(312_000);
  expect(
    texts.filter(({ text }) => /^\|.*(?: {2,}\||\| {2,}|-{4,})/m.test(text)).map(({ path }) => path),
  ).toEqual([]);
});

test('README leads to every document, and to each once', () => {
  const links = [...readProjectFile('README.md').matchAll(/^- \[[^\]]+\]\((docs\/[^)]+)\)/gm)].map(
    ([, target = '']) => target,
  );
  expect(links.toSorted()).toEqual([...documents, 'docs/decisions'].toSorted());
});

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

/** A rule, a threat or a text of the product, cited in code. */
const CITATION =
  /\brulings? \d|\bthreats? \d|\bspec(?:ification)? section \d|§\d|(?:rulings|threats|specification|contract)\.md/i;

test('comments cite a rule by its name, and only where the code would look wrong without it', () => {
  const text = readProjectFile('docs/rulings.md');
  const names = [...text.matchAll(/^\*\*(.+?)\.\*\* /gm)].map(([, name]) => name);
  const cited = sources
    .filter(({ path }) => !/^test\/[^/]+\.test\.ts$/.test(path))
    .flatMap(({ path, text }) => text.split('\n').map((line) => ({ path, line })))
    .filter(({ line }) => CITATION.test(line) && !/RFC|\/\/ shows: /.test(line));
  expect(cited.length).toBeLessThanOrEqual(120);
  expect(cited.filter(({ line }) => /\b(?:ruling|threat|section)s? \d|§\d/i.test(line))).toEqual([]);
  const byName = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/rulings\.md,? '([^'\n]+)'/g)].map(([, name]) => ({ path, name })),
  );
  expect(byName.length).toBeGreaterThan(10);
  expect(byName.filter(({ name }) => !names.includes(name))).toEqual([]);
});

test('old numbers of rulings lead to names', () => {
  const names = [...readProjectFile('docs/rulings.md').matchAll(/^\*\*(.+?)\.\*\* /gm)].map(
    ([, name]) => name,
  );
  const old = readRows('docs/rulings.md', /^\d+$/);
  expect(old.map(([n]) => Number(n))).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(old.flatMap(([, to = '']) => to.split('; ')).filter((name) => !names.includes(name))).toEqual([]);
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
