import { expect, test } from 'vitest';
import {
  FORMER_VERSION,
  grownMirror,
  GROWN,
  RENAMED,
  SMALL,
  smallMirror,
  VERSION,
} from './invented-mirror.ts';
import type { Mirror } from './mirror.ts';

interface Skin {
  num: number;
  name: string;
  parentSkin?: number;
}

const read = (mirror: Mirror, path: string) => JSON.parse(mirror(path) ?? 'null') as { data: object };
const listOf = (mirror: Mirror, version = VERSION) =>
  Object.values(read(mirror, `/cdn/${version}/data/pt_BR/champion.json`).data) as {
    id: string;
    key: string;
    name: string;
  }[];
const skinsOf = (mirror: Mirror, id: string, version = VERSION) =>
  (
    Object.values(read(mirror, `/cdn/${version}/data/pt_BR/champion/${id}.json`).data) as { skins: Skin[] }[]
  )[0]?.skins ?? [];
const isChampion = ({ id, key }: { id: string; key: string }) => !id.includes('_') && Number(key) < 10_000;

test.each([
  ['small', smallMirror, SMALL],
  ['grown', grownMirror, GROWN],
] as const)('the %s mirror has as many champions, skins and names as it says', (_, mirror, size) => {
  const champions = listOf(mirror).filter(isChampion);
  expect(champions).toHaveLength(size.champions);
  const forSale = champions.flatMap(({ id }) =>
    skinsOf(mirror, id).filter(({ num, parentSkin }) => num > 0 && parentSkin === undefined),
  );
  expect(forSale).toHaveLength(size.skins);
  expect(new Set(forSale.map(({ name }) => name)).size).toBe(size.skins);
  expect(new Set(champions.map(({ name }) => name)).size).toBe(size.champions);
});

test('every known trap is in the small mirror', () => {
  const listed = listOf(smallMirror);
  expect(listed.some(({ id }) => id.includes('_'))).toBe(true);
  expect(listed.some(({ id, key }) => !id.includes('_') && Number(key) >= 10_000)).toBe(true);
  expect(listed.every(({ id, name }) => id !== name)).toBe(true);
  const parents = skinsOf(smallMirror, 'Ahri').map(({ parentSkin }) => parentSkin);
  expect(parents).toEqual(expect.arrayContaining([0, 1]));
  const names = listed
    .filter(isChampion)
    .flatMap(({ id }) => skinsOf(smallMirror, id).map(({ name }) => name));
  for (const trap of ["'", ':', '/', '(2022)']) expect(names.some((name) => name.includes(trap))).toBe(true);
  expect(listed.some(({ id }) => id === 'Fiddlesticks')).toBe(true);
  const { championId, num, formerName } = RENAMED;
  const nameIn = (version: string) =>
    skinsOf(smallMirror, championId, version).find((skin) => skin.num === num)?.name;
  expect(nameIn(FORMER_VERSION)).toBe(formerName);
  expect(nameIn(VERSION)).not.toBe(formerName);
  expect(smallMirror('/cdn/../secret.json')).toBeNull();
});
