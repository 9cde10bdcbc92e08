import { expect, test } from 'vitest';
import { checkProduct, type ProductField, type ProductForm } from './check-product.ts';

const valid: ProductForm = {
  name: 'Produto',
  description: null,
  champion: null,
  price_cents: 1500,
  image_url: null,
  download_url: null,
  stock: 0,
  is_active: true,
  champion_id: null,
  skin_num: null,
};

test.each<[ProductField, Partial<ProductForm>, boolean]>([
  ['name', { name: '' }, false],
  ['name', { name: ' \u0000\u200b ' }, false],
  ['name', { name: 'A' }, true],
  ['name', { name: 'a'.repeat(200) }, true],
  ['name', { name: 'a'.repeat(201) }, false],
  ['price', { price_cents: -500 }, false],
  ['price', { price_cents: 0 }, false],
  ['price', { price_cents: 1 }, true],
  ['price', { price_cents: 10_000_000 }, true],
  ['price', { price_cents: 10_000_001 }, false],
  ['price', { price_cents: 1e14 }, false],
  ['price', { price_cents: 1.5 }, false],
  ['price', { price_cents: Number.NaN }, false],
  ['price', { price_cents: Infinity }, false],
  ['stock', { stock: -1 }, false],
  ['stock', { stock: 0 }, true],
  ['stock', { stock: 1_000_000_000 }, true],
  ['stock', { stock: 1_000_000_001 }, false],
  ['stock', { stock: 0.5 }, false],
  ['stock', { stock: Number.NaN }, false],
  ['description', { description: 'a'.repeat(5000) }, true],
  ['description', { description: 'a'.repeat(5001) }, false],
  ['champion', { champion: 'a'.repeat(101) }, false],
  ['champion_id', { champion_id: 'Ahri', skin_num: null }, false],
  ['champion_id', { champion_id: null, skin_num: 3 }, false],
  ['champion_id', { champion_id: 'Ahri', skin_num: 0 }, false],
  ['champion_id', { champion_id: 'Ahri', skin_num: 1.5 }, false],
  ['champion_id', { champion_id: 'Ahri', skin_num: 3 }, true],
])('rule %#: %s', (field, part, accepted) => {
  const checked = checkProduct({ ...valid, ...part });
  expect(checked.ok ? [] : Object.keys(checked.fields)).toEqual(accepted ? [] : [field]);
});

test.each(['image_url', 'download_url'] as const)('%s is https or nothing', (field) => {
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://exemplo.com/a',
    'http://exemplo.com/a',
    '//exemplo.com/a',
    '/a',
    'https:exemplo.com',
    'https://dono:senha@exemplo.com/a',
    'https://exemplo.com/\u202egpj.exe',
    `https://exemplo.com/${'a'.repeat(2000)}`,
  ]) {
    const checked = checkProduct({ ...valid, [field]: url });
    expect(checked.ok ? url : Object.keys(checked.fields)).toEqual([field]);
  }
  expect(checkProduct({ ...valid, [field]: ' https://exemplo.com/a.zip ' })).toMatchObject({
    product: { [field]: 'https://exemplo.com/a.zip' },
  });
});

test('empty optional fields are stored as null', () => {
  expect(
    checkProduct({ ...valid, description: ' ', champion: '', image_url: '', download_url: '  ' }),
  ).toEqual({ ok: true, product: valid });
});
