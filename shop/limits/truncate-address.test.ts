import { expect, test } from 'vitest';
import { truncateAddress } from './truncate-address.ts';

test.each([
  ['177.32.10.254', '177.32.10.0/24'],
  ['127.0.0.1', '127.0.0.0/24'],
  ['2804:14c:65a1:4aff:1::9', '2804:14c:65a1::/48'],
  ['2804::1', '2804:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['unknown', null],
  ['', null],
])('of %s remains %s', (address, network) => {
  expect(truncateAddress(address)).toBe(network);
});
