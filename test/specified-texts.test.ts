import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';

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
  'Invalid login credentials': "another library's words, never shown",
  'User already registered': "another library's words, never shown",
  avatars: 'no buckets; both pictures stand under addresses of their own',
  covers: 'no buckets; both pictures stand under addresses of their own',
};

/** What the specification quotes, each once. */
const quoted = [
  ...new Set(
    [...readProjectFile('docs/specification.md').matchAll(/'([^'\n]+)'/g)].map(([, text = '']) => text),
  ),
];

const SHOP = '{app,shop,server}/**/*.{ts,tsx}';
const TESTS = '{app,shop,server,emails,test}/**/*.{ts,tsx}';
const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path) || path.startsWith('test/');

const read = (glob: string, isWanted: (path: string) => boolean): string =>
  globSync(glob, { cwd: root, exclude: (name) => name.includes('node_modules') })
    .filter((path) => isWanted(path) && !path.endsWith('specified-texts.test.ts'))
    .map((path) => readProjectFile(path).replaceAll(/\s+/g, ' '))
    .join('\n');

const absent = (sources: string) =>
  quoted.filter((text) => !sources.includes(text) && !(text in NOT_LITERAL));

// shows: threat F17
test('every text that the specification quotes is one of the shop, word for word', () => {
  expect(quoted.length).toBeGreaterThan(150);
  expect(absent(read(SHOP, (path) => !isTest(path)))).toEqual([]);
  expect(Object.keys(NOT_LITERAL).filter((text) => !quoted.includes(text))).toEqual([]);
});

test('every text that the specification quotes stands in a test', () => {
  expect(absent(read(TESTS, isTest))).toEqual([]);
});
