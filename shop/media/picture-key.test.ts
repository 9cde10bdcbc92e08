import { expect, test } from 'vitest';
import type { Skin } from '#shop/catalog/catalog.ts';
import { assertFileKey } from './file-store.ts';
import { sourceKey } from './picture-key.ts';

const keyOf = (sku: string) => sourceKey({ sku } as Skin);

test('pictures of the source keep their keys, and those of a file have one that both storages take', () => {
  expect(keyOf('lol:Ahri:3')).toBe('img/Ahri_3/source');
  const keys = ['file:a-b:1.5', 'file:a-b:1-2e-5', 'file:a-b:1_5', 'file:a:..', 'file:a:.'].map(keyOf);
  for (const key of keys) assertFileKey(key);
  expect(new Set(keys).size).toBe(keys.length);
});
