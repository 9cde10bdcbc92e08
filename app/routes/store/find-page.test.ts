import { expect, test } from 'vitest';
import type { Skin } from '#shop/catalog/catalog.ts';
import { findPage } from './find-page.ts';
import { PAGE_SIZE, WHOLE_PAGES } from './store-filters.ts';

const SKINS = 300;
const catalog = {
  skins: Array.from({ length: SKINS }, (_, index): Skin => ({
    sku: `lol:Aurea:${index + 1}`,
    championId: 'Aurea',
    championName: 'Áurea',
    num: index + 1,
    name: index < 30 ? `Áurea Noturna ${index}` : `Áurea ${index}`,
    splashPath: '',
    color: null,
    available: true,
    priceCents: 1500,
  })),
};
const find = (page: number, query = '') => {
  const { skins, ...found } = findPage(catalog, { query, championId: '', sort: 'featured', page });
  return { first: skins[0]?.num, last: skins.at(-1)?.num, page: found.filters.page, total: found.total };
};

test('up to the tenth a page holds all that was loaded before it', () => {
  expect(find(1)).toEqual({ first: 1, last: 24, page: 1, total: SKINS });
  expect(find(10)).toEqual({ first: 1, last: WHOLE_PAGES * PAGE_SIZE, page: 10, total: SKINS });
});

test('a later page holds its own skins alone, and the last what is left', () => {
  expect(find(11)).toEqual({ first: 241, last: 264, page: 11, total: SKINS });
  expect(find(13)).toEqual({ first: 289, last: 300, page: 13, total: SKINS });
});

test('after the last page comes the last page', () => {
  expect(find(14)).toEqual(find(13));
  expect(find(200)).toEqual(find(13));
  expect(find(200, 'noturna')).toEqual({ first: 1, last: 30, page: 2, total: 30 });
});

test('what finds nothing has one page', () => {
  expect(find(200, 'nada disso')).toEqual({ first: undefined, last: undefined, page: 1, total: 0 });
});
