import { describe, expect, it } from 'vitest';
import { chooseFormat } from './choose-format.ts';

describe('chooseFormat', () => {
  it.each([
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
    ['image/webp,image/avif', 'avif'],
    ['image/webp,*/*;q=0.8', 'webp'],
    ['image/avif;q=0, image/webp', 'webp'],
    ['image/avif;q=0.000,image/webp;q=0,*/*', 'jpeg'],
    ['image/avif; q=0.1', 'avif'],
    ['IMAGE/AVIF ;Q=0', 'jpeg'],
    ['image/avif;q=nonsense', 'jpeg'],
    ['image/*,*/*', 'jpeg'],
    ['image/avifx', 'jpeg'],
    ['', 'jpeg'],
    [null, 'jpeg'],
  ] as const)('%s → %s', (header, format) => {
    expect(chooseFormat(header)).toBe(format);
  });
});
