import { expect, test } from 'vitest';
import type { Skin } from '#shop/catalog/catalog.ts';
import { championProgress } from './champion-progress.ts';

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
const SKINS = [
  ...[1, 2, 3, 4].map((num) => skin('Ahri', num)),
  skin('Zed', 1),
  skin('Zed', 2, false),
  skin('Lux', 1),
  skin('Jinx', 1),
];
const catalog = {
  champions: ['Ahri', 'Jinx', 'Lux', 'Zed'].map((id) => ({ id, name: id, title: '', shelf: 'lol' })),
  skinsOf: (championId: string) => SKINS.filter((each) => each.championId === championId),
};

test('champions of whom nothing is owned are left out; the nearest to complete comes first, the complete one last', () => {
  const progress = championProgress(catalog, new Set(['lol:Ahri:1', 'lol:Ahri:3', 'lol:Zed:1', 'lol:Lux:1']));
  expect(progress.map(({ championId, owned, total }) => [championId, owned, total])).toEqual([
    ['Zed', 1, 2],
    ['Ahri', 2, 4],
    ['Lux', 1, 1],
  ]);
  expect(progress.map(({ missing }) => missing.map(({ num }) => num))).toEqual([[], [2, 4], []]);
});

test('a skin that left the catalogue counts for nothing', () => {
  expect(championProgress(catalog, new Set(['lol:Ahri:99', 'lol:Gone:1']))).toEqual([]);
  const owned = new Set(['lol:Ahri:99', 'lol:Ahri:1']);
  expect(championProgress(catalog, owned)).toMatchObject([{ owned: 1, total: 4 }]);
});
