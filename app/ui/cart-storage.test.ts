import { describe, expect, it } from 'vitest';
import { cartKey, parseCart, totalCents, type CartItem } from './cart-storage.ts';

const item = (championId: string, skinNum: number): CartItem => ({
  id: `${championId}_${skinNum}`,
  skinName: `${championId} ${skinNum}`,
  championName: championId,
  skinNum,
  championId,
  price: 15,
  splashArt: `/img/${championId}_${skinNum}`,
});

describe('the stored cart', () => {
  it('is named for the product', () => {
    expect(cartKey('Fulgor')).toBe('fulgor-cart');
    expect(cartKey('Loja do João & Cia.')).toBe('loja-do-joao-cia-cart');
    expect(cartKey('!!!')).toBe('cart');
  });

  it('comes back as it was written', () => {
    const items = [item('Aurea', 1), item('Aurea', 2)];
    expect(parseCart(JSON.stringify(items))).toEqual(items);
    expect(parseCart(null)).toEqual([]);
  });

  it('holds each skin once, even when the storage was edited', () => {
    expect(parseCart(JSON.stringify([item('Aurea', 1), item('Aurea', 1)]))).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"a":1}'],
    ['an item without price', JSON.stringify([{ ...item('Aurea', 1), price: null }])],
    ['an id that is not its skin', JSON.stringify([{ ...item('Aurea', 1), id: 'Aurea_9' }])],
    [
      'a champion id that leaves its place',
      JSON.stringify([{ ...item('Aurea', 1), championId: '../x', id: '../x_1' }]),
    ],
    ['a picture from elsewhere', JSON.stringify([{ ...item('Aurea', 1), splashArt: '//evil.example/x' }])],
    ['a list of nothing', '[null]'],
  ])('is refused as a whole when it holds %s', (_, text) => {
    expect(() => parseCart(text)).toThrow();
  });

  it('adds up in whole centavos', () => {
    expect(
      totalCents([
        { ...item('A', 1), price: 0.1 },
        { ...item('A', 2), price: 0.2 },
      ]),
    ).toBe(30);
    expect(totalCents([item('A', 1), item('A', 2)])).toBe(3000);
  });
});
