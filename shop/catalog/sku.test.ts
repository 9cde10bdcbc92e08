import { expect, test } from 'vitest';
import { addressOf, isSku, readSku, readSkinKey, readSource, skinKey, splitSkins } from './sku.ts';

test('a key has two parts as an address, one as the id of a line, and is read back from both', () => {
  for (const [sku, address, key] of [
    ['lol:Ahri:3', ['Ahri', '3'], 'Ahri_3'],
    ['lol:Strawberry_Yuumi:12', ['Strawberry_Yuumi', '12'], 'Strawberry_Yuumi_12'],
    ['file:pacotes-2026:arma_7.b', ['file:pacotes-2026', 'arma_7.b'], 'file:pacotes-2026_arma_7.b'],
  ] as const) {
    expect(addressOf(sku)).toEqual(address);
    expect(readSku(...(address as [string, string]))).toBe(sku);
    expect(skinKey(sku)).toBe(key);
    expect([readSkinKey(key), readSkinKey(sku)]).toEqual([sku, sku]);
    expect(
      splitSkins(`${address.join('/')}, https://x.test/loja/skin/${address.join('/')};${sku} ${key}`),
    ).toEqual(Array.from({ length: 4 }, () => ({ word: expect.any(String), sku })));
  }
  expect(readSku('Ahri', '003')).toBe('lol:Ahri:3');
  expect(readSource('lol:Ahri:3')).toEqual({ championId: 'Ahri', skinNum: 3 });
  expect(readSource('file:a:3')).toBeNull();
});

test.each([
  '',
  'Ahri',
  'lol:Ahri',
  'lol:Ahri:x',
  'lol:../x:1',
  'lol:Ahri:1234567',
  'file:A:1',
  'file:a:',
  'file:a:ç',
  'x:a:1',
])('%j is no key', (text) => {
  expect(isSku(text)).toBe(false);
  expect(readSkinKey(text)).toBeNull();
  expect(() => addressOf(text)).toThrow(TypeError);
});
