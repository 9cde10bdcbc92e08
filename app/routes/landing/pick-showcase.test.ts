import { expect, it } from 'vitest';
import type { Skin } from '#shop/catalog/catalog.ts';
import { pickShowcase } from './pick-showcase.ts';

const skin = (championId: string, num: number, available = true): Skin => ({
  sku: `lol:${championId}:${num}`,
  championId,
  championName: championId,
  num,
  name: `${championId} ${num}`,
  splashPath: `/img/${championId}_${num}`,
  color: null,
  available,
  priceCents: 1500,
});

it('shows as many skins for sale as asked, each of another champion, in display order', () => {
  const skins = [
    skin('A', 1),
    skin('A', 2),
    skin('B', 1, false),
    ...'CDEFGH'.split('').map((id) => skin(id, 1)),
  ];
  expect(pickShowcase(skins, 6).map(({ name }) => name)).toEqual(['A 1', 'C 1', 'D 1', 'E 1', 'F 1', 'G 1']);
});

it('makes do with a small catalogue', () => {
  expect(pickShowcase([], 6)).toEqual([]);
});
