import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile } from './sources/read-document.ts';

const SOURCES = '{app,catalogs,demo,emails,gateways,jobs,server,shop}/**/*.{ts,tsx}';
const root = resolve(import.meta.dirname, '..');
const isCode = (path: string) => !/\.test\.tsx?$/.test(path) && path !== 'gateways/contract-suite.ts';
/** The room where prices are added up, discounted and quoted. */
const isPricing = (path: string) => path.startsWith('shop/pricing/');

const ALLOWED = [
  // What a skin costs until staff set another price.
  'shop/settings/setting-table.ts',
];

const PRICE_CONSTANT = /\b(?:1_?500|15\.00|[A-Z_]*PRICE_CENTS)\b/;
/** Not by 100, which makes centavos of reais. */
const PRICE_TIMES = /(?:price|cents)\w*\s*\*(?! 100\b)|\*\s*[\w.]*(?:price|cents)/i;

function findPrices(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '');
  return code.split('\n').filter((line) => PRICE_CONSTANT.test(line) || PRICE_TIMES.test(line));
}

test('no price is written and none multiplied outside the catalogue and the quote', () => {
  const paths = globSync(SOURCES, { cwd: root }).filter((path) => isCode(path) && !isPricing(path));
  expect(paths.length).toBeGreaterThan(300);
  const found = paths.filter((path) => findPrices(readProjectFile(path)).length > 0);
  const cure = 'Read `priceCents` of a skin; what these cost together is worked out in shop/pricing/.';
  expect(
    found.filter((path) => !ALLOWED.includes(path)),
    cure,
  ).toEqual([]);
  expect(ALLOWED.filter((path) => !found.includes(path))).toEqual([]);
});

test.each([
  'const total = 1500;',
  'const total = 1_500 + shipping;',
  "offers: { price: '15.00' },",
  'import { SKIN_PRICE_CENTS } from "#shop/catalog/catalog.ts";',
  'const OLD_PRICE_CENTS = 990;',
  'total: skins.length * skin.priceCents,',
  'total: priceCents * skins.length,',
])('%s would be found', (line) => {
  expect(findPrices(line)).toEqual([line]);
});

test.each(['/** R$ 15,00 are 1500. */', '// 1500 of them', 'quotePurchase(skins).totalCents', 'size * 2'])(
  '%s is no price',
  (line) => {
    expect(findPrices(line)).toEqual([]);
  },
);
