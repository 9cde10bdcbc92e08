import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  citedTests,
  missingProofs,
  readProjectFile,
  readRows,
  type CitedTest,
} from './sources/read-coverage.ts';

const root = resolve(import.meta.dirname, '..');

/** Texts of the specification that stand in no source as they are: put together there, or changed by a ruling. */
const NOT_LITERAL: Record<string, string> = {
  'Buy now': "the shop speaks Portuguese: 'Comprar agora'",
  'Add to cart': "the shop speaks Portuguese: 'Adicionar ao carrinho'",
  'Mostrando X de Y skins oficiais': 'two figures',
  'Mensagem Enviada! Entraremos em contato em breve.': 'title and description of one toast',
  'Mensagem Enviada! Nossa equipe entrará em contato em breve.': 'title and description of one toast',
  'Estoque: n': 'a figure',
  'Não foi possível excluir sua conta. Entre em contato com o suporte.':
    'two sentences, the second differs by reason',
  '{skin} já foi adicionada.': 'a name',
  '{skin} foi adicionada ao carrinho.': 'a name',
  'Bem-vindo à {brand}!': 'a name',
  'Invalid login credentials': "ruling 14: another library's words, never shown",
  'User already registered': "ruling 14: another library's words, never shown",
  avatars: 'ruling 15: no buckets; both pictures stand under addresses of their own',
  covers: 'ruling 15: no buckets; both pictures stand under addresses of their own',
};

interface Row {
  section: string;
  claim: string;
  tests: CitedTest[];
}

const rows = readRows('docs/spec-coverage.md', /^\d/).map(
  ([section = '', claim = '', , shown = '']): Row => ({
    section,
    claim,
    tests: citedTests(shown),
  }),
);

/** What the specification quotes, each once. */
const quoted = [
  ...new Set(
    [...readProjectFile('docs/specification.md').matchAll(/'([^'\n]+)'/g)].map(([, text = '']) => text),
  ),
];

test('the table speaks of every section of the specification, line by line', () => {
  const counts = Object.groupBy(rows, ({ section }) => section);
  expect(Object.keys(counts).toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(rows.length).toBeGreaterThanOrEqual(190);
  expect(new Set(rows.map(({ section, claim }) => `${section} ${claim}`)).size).toBe(rows.length);
});

test('every claim is shown by a test that exists under that name', () => {
  const missing = rows.flatMap(({ section, claim, tests }) => missingProofs(`§${section} ${claim}`, tests));
  expect(missing).toEqual([]);
});

test('every text that the specification quotes stands in a row', () => {
  expect(quoted.length).toBeGreaterThan(150);
  const claims = rows.map(({ claim }) => claim).join('\n');
  expect(quoted.filter((text) => !claims.includes(`'${text}'`))).toEqual([]);
});

test('every text that the specification quotes is one of the shop, word for word', () => {
  const sources = globSync('{app,shop,server}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readProjectFile(path).replaceAll(/\s+/g, ' '))
    .join('\n');
  expect(quoted.filter((text) => !sources.includes(text) && !(text in NOT_LITERAL))).toEqual([]);
  expect(Object.keys(NOT_LITERAL).filter((text) => !quoted.includes(text))).toEqual([]);
});
