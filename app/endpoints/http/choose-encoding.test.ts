import { expect, test } from 'vitest';
import { chooseEncoding } from './choose-encoding.ts';

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['*', null],
  ['gzip;q=0', null],
  [undefined, null],
])('Accept-Encoding %s gives %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding));
