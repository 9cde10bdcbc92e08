import { expect, test } from 'vitest';
import { checkProduct, type ProductForm } from './check-product.ts';

const valid: ProductForm = {
  name: 'Produto',
  description: null,
  champion: null,
  priceCents: 1500,
  imageUrl: null,
  downloadUrl: null,
  stock: 0,
  isActive: true,
  championId: null,
  skinNum: null,
};

test.each<[keyof ProductForm, Partial<ProductForm>, boolean]>([
  ['name', { name: '' }, false],
  ['name', { name: ' \u0000\u200b ' }, false],
  ['name', { name: 'A' }, true],
  ['name', { name: 'a'.repeat(200) }, true],
  ['name', { name: 'a'.repeat(201) }, false],
  ['priceCents', { priceCents: -500 }, false],
  ['priceCents', { priceCents: 0 }, false],
  ['priceCents', { priceCents: 1 }, true],
  ['priceCents', { priceCents: 10_000_000 }, true],
  ['priceCents', { priceCents: 10_000_001 }, false],
  ['priceCents', { priceCents: 1e14 }, false],
  ['priceCents', { priceCents: 1.5 }, false],
  ['priceCents', { priceCents: Number.NaN }, false],
  ['priceCents', { priceCents: Infinity }, false],
  ['stock', { stock: -1 }, false],
  ['stock', { stock: 0 }, true],
  ['stock', { stock: 1_000_000_000 }, true],
  ['stock', { stock: 1_000_000_001 }, false],
  ['stock', { stock: 0.5 }, false],
  ['stock', { stock: Number.NaN }, false],
  ['description', { description: 'a'.repeat(5000) }, true],
  ['description', { description: 'a'.repeat(5001) }, false],
  ['champion', { champion: 'a'.repeat(101) }, false],
  ['championId', { championId: 'Ahri', skinNum: null }, false],
  ['championId', { championId: null, skinNum: 3 }, false],
  ['championId', { championId: 'Ahri', skinNum: 0 }, false],
  ['championId', { championId: 'Ahri', skinNum: 1.5 }, false],
  ['championId', { championId: 'Ahri', skinNum: 3 }, true],
])('rule %#: %s', (field, part, accepted) => {
  const checked = checkProduct({ ...valid, ...part });
  expect(checked.ok ? [] : Object.keys(checked.fields)).toEqual(accepted ? [] : [field]);
});

test.each(['imageUrl', 'downloadUrl'] as const)('%s is https or nothing', (field) => {
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
  expect(checkProduct({ ...valid, description: ' ', champion: '', imageUrl: '', downloadUrl: '  ' })).toEqual(
    { ok: true, product: valid },
  );
});
