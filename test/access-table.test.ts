import { expect, test } from 'vitest';
import { ACCESS } from './e2e/authorization/access-table.ts';
import { listAddresses } from './sources/list-addresses.ts';

// This stands here and not in the journeys that use the table, so that who adds an address learns of it in seconds.
test('every address of the shop has a row that says who may use it', () => {
  const addresses = listAddresses().map(({ path }) => path);
  expect(addresses.length).toBeGreaterThan(50);
  expect(addresses.sort(), 'a row for each address, in test/e2e/authorization/access-table.ts').toEqual(
    Object.keys(ACCESS).sort(),
  );
});
