import { describe, expect, it } from 'vitest';
import { cartKey, parseCart, skuOf, writeCart, type CartItem } from './cart-storage.ts';

const item = (championId: string, skinNum: number | string): CartItem => ({
  id: `${championId}_${skinNum}`,
  skinName: `${championId} ${skinNum}`,
  championName: championId,
  skinNum,
  championId,
  priceCents: 1500,
  splashArt: `/img/${championId}_${skinNum}`,
});

/** What the storage holds of one item, with these fields changed. */
function stored(changes: Record<string, unknown>): string {
  const [kept] = JSON.parse(writeCart([item('Aurea', 1)])) as object[];
  return JSON.stringify([{ ...kept, ...changes }]);
}

describe('the stored cart', () => {
  // shows: spec 3.2
  it('is named for the product', () => {
    expect(cartKey('Fulgor')).toBe('fulgor-cart');
    expect(cartKey('Loja do João & Cia.')).toBe('loja-do-joao-cia-cart');
    expect(cartKey('!!!')).toBe('cart');
  });

  it('comes back as it was written', () => {
    const items = [item('Aurea', 1), item('Aurea', 2), item('file:pacotes', 'arma_7.b')];
    expect(parseCart(writeCart(items))).toEqual(items);
    expect(items.map(skuOf)).toEqual(['lol:Aurea:1', 'lol:Aurea:2', 'file:pacotes:arma_7.b']);
    expect(parseCart(null)).toEqual([]);
  });

  // shows: spec 5.2
  it('holds each skin once, even when the storage was edited', () => {
    expect(parseCart(writeCart([item('Aurea', 1), item('Aurea', 1)]))).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"a":1}'],
    ['an item without price', stored({ price: null })],
    ['an id that is not its skin', stored({ id: 'Aurea_9' })],
    ['a champion id that leaves its place', stored({ championId: '../x', id: '../x_1' })],
    ['a picture from elsewhere', stored({ splashArt: '//evil.example/x' })],
    ['a list of nothing', '[null]'],
  ])('is refused as a whole when it holds %s', (_, text) => {
    expect(() => parseCart(text)).toThrow();
  });

  it('keeps prices in reais, and reads them as whole centavos', () => {
    expect(JSON.parse(stored({}))[0]).toMatchObject({ id: 'Aurea_1', price: 15 });
    const prices = [0.1, 0.2, 15, 16.1, 1249.9].map((price) => parseCart(stored({ price }))[0]?.priceCents);
    expect(prices).toEqual([10, 20, 1500, 1610, 124_990]);
  });
});
