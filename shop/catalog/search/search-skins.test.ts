import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Catalog, Skin } from '../catalog.ts';
import { foldText } from './fold-text.ts';
import { searchSkins, type SkinSort } from './search-skins.ts';

const catalog = catalogOf([
  ["Kha'Zix", "Kha'Zix Mecha"],
  ["Kai'Sa", 'Kai’Sa Anjo de Balas'],
  ['Ahri', 'Ahri K/DA'],
  ['Aurelion Sol', 'Aurelion Sol Senhor das Cinzas (2022)'],
  ['Shyvana', 'Shyvana Dragão de Gelo'],
  ['Miss Fortune', 'Miss Fortune: Sereia'],
  ['Vi', 'Vi Ação!!'],
]);

function catalogOf(names: [string, string][]): Catalog {
  const skins: Skin[] = names.map(([championName, name], index) => ({
    sku: `lol:${championName.replace(/[^A-Za-z]/g, '')}:${index + 1}`,
    championId: championName.replace(/[^A-Za-z]/g, ''),
    championName,
    num: index + 1,
    name,
    splashPath: '',
    color: null,
    available: true,
    priceCents: 1500,
  }));
  return {
    version: '1',
    source: 'static-data',
    importedAt: new Date(0),
    champions: [],
    shelves: [],
    skins,
    prices: { lowestCents: 1500, areAllTheSame: true },
    findSkin: () => null,
    skinsOf: () => [],
    isUpdating: () => false,
    aheadUntil: () => null,
    hasFile: () => false,
  };
}

const find = (query: string) =>
  searchSkins(catalog, { query, offset: 0, limit: 50 }).skins.map(({ championId }) => championId);

test.each([
  ['khazix', ['KhaZix']],
  ["KHA'ZIX", ['KhaZix']],
  ['kha zix', ['KhaZix']],
  ['kai sa', ['KaiSa']],
  ["kai'sa anjo", ['KaiSa']],
  ['kaisa', ['KaiSa']],
  ['dragao', ['Shyvana']],
  ['Dragão', ['Shyvana']],
  ['DRAGÃO', ['Shyvana']],
  ['kda', ['Ahri']],
  ['/', ['Ahri']],
  ['(2022)', ['AurelionSol']],
  [': ser', ['MissFortune']],
  ['!!', ['Vi']],
  ['mf', []],
  ['***', []],
  ['.*', []],
  ['  ahri  ', ['Ahri']],
])('%j finds %j', (query, expected) => {
  expect(find(query)).toEqual(expected);
});

test.each([
  ['zix kha', ['KhaZix']],
  ['gelo dragao', ['Shyvana']],
  ["balas kai'sa", ['KaiSa']],
  ['sereia: miss', ['MissFortune']],
  // Of the skin's name and of its champion's, each word somewhere.
  ['fortune sereia', ['MissFortune']],
  ['mecha ahri', []],
  ['gelo *** dragao', []],
  ['k/da ahri', ['Ahri']],
])('%j finds %j by its words, in any order', (query, expected) => {
  expect(find(query)).toEqual(expected);
});

// shows: spec 5.1
test('what contains the query as it is written stands before what only contains its words', () => {
  const fairies = catalogOf([
    ['Lux', 'Florescer de Inverno de Lux'],
    ['Ahri', 'Ahri Florescer'],
    ['Zed', 'Lux de Florescer'],
  ]);
  const namesFor = (query: string, sort: SkinSort) =>
    searchSkins(fairies, { query, sort, offset: 0, limit: 9 }).skins.map(({ name }) => name);
  expect(namesFor('lux de florescer', 'featured')).toEqual([
    'Lux de Florescer',
    'Florescer de Inverno de Lux',
  ]);
  // In any order of display.
  expect(namesFor('lux de florescer', 'name')).toEqual(['Lux de Florescer', 'Florescer de Inverno de Lux']);
  expect(searchSkins(fairies, { query: 'lux de florescer', offset: 1, limit: 1 })).toMatchObject({
    total: 2,
    skins: [{ name: 'Florescer de Inverno de Lux' }],
  });
});

test('the words of a name find it in whatever order they are typed', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...catalog.skins).chain((skin) => {
        const words = skin.name.split(' ');
        return fc.tuple(fc.constant(skin), fc.shuffledSubarray(words, { minLength: 1 }));
      }),
      ([skin, words]) => {
        expect(find(words.join(' '))).toContain(skin.championId);
        expect(find(words.join('  ').toUpperCase())).toContain(skin.championId);
      },
    ),
  );
});

// shows: spec 5.1
test('an empty search finds everything, a page at a time', () => {
  expect(searchSkins(catalog, { offset: 0, limit: 3 })).toMatchObject({ total: 7, skins: { length: 3 } });
  expect(searchSkins(catalog, { query: '   ', offset: 6, limit: 3 }).skins.map(({ num }) => num)).toEqual([
    7,
  ]);
  expect(searchSkins(catalog, { offset: -5, limit: Number.NaN })).toEqual({ total: 7, skins: [] });
  expect(searchSkins(catalog, { offset: 99, limit: 5 })).toEqual({ total: 7, skins: [] });
});

test('narrows to one champion and sorts by name', () => {
  expect(
    searchSkins(catalog, { championId: 'Ahri', offset: 0, limit: 9 }).skins.map(({ name }) => name),
  ).toEqual(['Ahri K/DA']);
  expect(
    searchSkins(catalog, { sort: 'name', offset: 0, limit: 2 }).skins.map(({ championId }) => championId),
  ).toEqual(['Ahri', 'AurelionSol']);
});

test('every piece of a name finds the name, as it stands and without its marks', () => {
  fc.assert(
    fc.property(fc.constantFrom(...catalog.skins), fc.nat(), fc.nat(), (skin, from, length) => {
      const start = from % skin.name.length;
      const piece = skin.name.slice(start, start + 1 + (length % 20));
      expect(find(piece)).toContain(skin.championId);
      expect(find(piece.toUpperCase())).toContain(skin.championId);
      if (foldText(piece) !== '') expect(find(foldText(piece))).toContain(skin.championId);
    }),
  );
});

test('whatever is typed, the answer is a list', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (query) => {
      expect(searchSkins(catalog, { query, offset: 0, limit: 9 }).total).toBeLessThanOrEqual(7);
    }),
  );
}, 120_000);

// shows: threat 40
test('a query of 100 KB is cut before anything compares it', () => {
  const huge = `ahri${' '.repeat(100_000)}`;
  expect(find(huge)).toEqual(['Ahri']);
  expect(find('a'.repeat(100_000))).toEqual([]);
  expect(find(`ahri${' '.repeat(100_000)}x`)).toEqual(['Ahri']);
  // 18 characters for one is the most that folding can make of a character.
  expect(find('\u{FDFA}'.repeat(100_000))).toEqual([]);
});

test('folding runs in a browser: it imports nothing', async () => {
  expect(await readFile(new URL('./fold-text.ts', import.meta.url), 'utf8')).not.toMatch(/\bimport\b.*from/);
});
