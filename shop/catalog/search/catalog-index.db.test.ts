import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogTestContext, QUICK, type CatalogTestContext } from '#test/catalog-context.ts';
import { GROWN, grownMirror } from '#test/catalog/invented-mirror.ts';
import type { Catalog, Skin } from '../catalog.ts';
import { catalogIndex } from './catalog-index.ts';
import { writeCatalogIndex } from './write-catalog-index.ts';
import { foldText } from './fold-text.ts';
import { importCatalog } from '../import/import-catalog.ts';
import { unpackSkins, type PackedCatalog } from './packed-catalog.ts';
import { searchSkins, type SkinSort } from './search-skins.ts';

let shop: CatalogTestContext;
let catalog: Catalog;
beforeAll(async () => {
  shop = await createCatalogTestContext(grownMirror);
  await importCatalog(shop.ctx, { policy: QUICK });
  catalog = shop.ctx.catalog.current();
});
afterAll(() => shop.close());

/** The catalogue with a colour for every skin, none of which compresses, and what staff changed. */
function inFullColor(): Catalog {
  const skins = catalog.skins.map((skin, index): Skin => {
    const color = `#${((index * 2_654_435_761) % 0x1000000).toString(16).padStart(6, '0')}`;
    if (index % 500 === 3) return { ...skin, color, available: false };
    if (index % 500 === 5) return { ...skin, color, priceCents: 2490 };
    return index % 500 === 4
      ? { ...skin, color, imageUrl: 'https://imagens.exemplo.com/1.png' }
      : { ...skin, color };
  });
  return { ...catalog, skins };
}
const read = (json: string) => JSON.parse(json) as PackedCatalog;

test('all 1,930 skins weigh at most 35 KB on the line, colours included', async () => {
  expect(catalog.skins).toHaveLength(GROWN.skins);
  const colored = inFullColor();
  expect(new Set(colored.skins.map(({ color }) => color)).size).toBe(GROWN.skins);
  const index = writeCatalogIndex(colored);
  const compressed = await index.brotli();
  expect(compressed.length).toBeLessThanOrEqual(35 * 1024);
  expect(brotliDecompressSync(compressed).toString()).toBe(index.json);
});

test('a browser unpacks exactly what the server holds, in its order', () => {
  for (const each of [catalog, inFullColor()]) {
    expect(unpackSkins(read(writeCatalogIndex(each).json))).toEqual(each.skins);
  }
});

test('the digest is that of the content, and each catalogue in memory is packed once', async () => {
  const index = writeCatalogIndex(catalog);
  expect(index.digest).toMatch(/^[\w-]{16}$/);
  expect(read(index.json).version).toBe(index.digest);
  expect(catalogIndex(shop.ctx)).toBe(catalogIndex(shop.ctx));
  expect(await index.brotli()).toBe(await index.brotli());
  expect(writeCatalogIndex({ ...catalog, skins: [...catalog.skins] }).digest).toBe(index.digest);
  const [first, ...others] = catalog.skins;
  const renamed = { ...catalog, skins: [{ ...first!, available: false }, ...others] };
  expect(writeCatalogIndex(renamed).digest).not.toBe(index.digest);
  const dearer = { ...catalog, skins: catalog.skins.map((skin) => ({ ...skin, priceCents: 1600 })) };
  expect(writeCatalogIndex(dearer).digest).not.toBe(index.digest);
});

test('a search in the browser finds what the server finds, in the same order', () => {
  const copy = { skins: unpackSkins(read(writeCatalogIndex(catalog).json)) };
  const pieces = fc
    .tuple(fc.constantFrom(...catalog.skins), fc.nat(40), fc.integer({ min: 1, max: 12 }))
    .map(([{ name }, from, length]) => name.slice(from % name.length, (from % name.length) + length));
  const query = fc.oneof(
    pieces,
    pieces.map(foldText),
    pieces.map((piece) => piece.toUpperCase()),
    pieces.map((piece) => piece.split(' ').toReversed().join(' ')),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constant(''),
  );
  const championId = fc.option(fc.constantFrom(...catalog.champions.map(({ id }) => id)), {
    nil: undefined,
    freq: 3,
  });
  const sort = fc.constantFrom<SkinSort[]>('featured', 'name', 'champion');
  fc.assert(
    fc.property(query, championId, sort, fc.integer({ min: 1, max: 81 }), (query, championId, sort, page) => {
      const search = { query, sort, offset: 0, limit: page * 24, ...(championId ? { championId } : {}) };
      expect(searchSkins(copy, search)).toEqual(searchSkins(catalog, search));
    }),
    { numRuns: 300 },
  );
});
