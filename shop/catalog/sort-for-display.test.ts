import { expect, test } from 'vitest';
import type { Skin } from './catalog.ts';
import { sortForDisplay } from './sort-for-display.ts';

const skin = (championId: string, num: number): Skin => ({
  sku: `lol:${championId}:${num}`,
  championId,
  championName: championId,
  num,
  name: `${championId} ${num}`,
  splashPath: '',
  color: null,
  available: true,
  priceCents: 1500,
});
const names = (skins: Skin[]) => sortForDisplay(skins).map(({ name }) => name);

test('every champion shows its newest skin before any shows a second', () => {
  const skins = [
    skin('Ahri', 1),
    skin('Ahri', 2),
    skin('Ahri', 30),
    skin('Zed', 1),
    skin('Zed', 11),
    skin('Briar', 1),
  ];
  expect(names(skins)).toEqual(['Ahri 30', 'Zed 11', 'Briar 1', 'Ahri 2', 'Zed 1', 'Ahri 1']);
});

test('the order does not depend on the order of arrival, and a renamed skin keeps its place', () => {
  const skins = [skin('Zed', 1), skin('Ahri', 1), skin('Zed', 2), skin('Ahri', 2)];
  expect(names(skins.toReversed())).toEqual(names(skins));
  const renamed = skins.map((each) => ({ ...each, championName: 'Aaa' }));
  expect(names(renamed)).toEqual(names(skins));
});
