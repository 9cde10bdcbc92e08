import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressOnce } from './compress-once.ts';

const PAGE = '<p>Ação, coração & pão</p>'.repeat(3_000);

test('a page comes back whole from every encoding, and smaller', () => {
  const [brotli, gzip] = [compressOnce(PAGE, 'br'), compressOnce(PAGE, 'gzip')];
  expect(brotliDecompressSync(brotli).toString()).toBe(PAGE);
  expect(gunzipSync(gzip).toString()).toBe(PAGE);
  expect(Math.max(brotli.length, gzip.length)).toBeLessThan(PAGE.length / 20);
});

test('who reads no compression gets the text', () => {
  expect(compressOnce(PAGE, null).toString()).toBe(PAGE);
});
