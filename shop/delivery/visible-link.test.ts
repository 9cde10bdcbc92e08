import { expect, test } from 'vitest';
import { visibleLink } from './visible-link.ts';

const link = 'https://arquivos.exemplo.com/1.zip';

test.each([
  ['completed', true, link],
  ['completed', false, null],
  ['pending', true, null],
  ['cancelled', true, null],
] as const)('an order that is %s, with an item kept: %s, shows %s', (status, kept, shown) => {
  expect(visibleLink({ status, is_gift: false }, { kept, download_link: link })).toBe(shown);
});

test('the buyer of a gift never reads its link', () => {
  expect(visibleLink({ status: 'completed', is_gift: true }, { kept: true, download_link: link })).toBeNull();
});
