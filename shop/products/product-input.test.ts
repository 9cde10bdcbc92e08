import { expect, test } from 'vitest';
import { newProductFields } from './product-input.ts';

const valid = { name: 'Produto', priceCents: 1500 };
const wrongIn = (part: object) =>
  newProductFields.safeParse({ ...valid, ...part }).error?.issues.map(({ path }) => path[0]);

// shows: threat 4
test.each<[string, object, boolean]>([
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
])('rule %#: %s', (field, part, accepted) => {
  expect(new Set(wrongIn(part))).toEqual(new Set(accepted ? [] : [field]));
});

// shows: threat 28
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
    expect(wrongIn({ [field]: url }), url).toEqual([field]);
  }
  for (const [typed, stored] of [
    [' https://exemplo.com/a.zip ', 'https://exemplo.com/a.zip'],
    ['  ', null],
  ])
    expect(newProductFields.parse({ ...valid, [field]: typed })[field]).toBe(stored);
});
