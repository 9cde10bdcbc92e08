import { expect, test } from 'vitest';
import { readTicketFilters } from './ticket-filters.ts';

const read = (query: string) => readTicketFilters(new URLSearchParams(query));

test('the screen shows what waits, and a search without a chosen state looks everywhere', () => {
  expect(read('')).toEqual({ state: 'open', q: '' });
  expect(read('q=ana')).toEqual({ state: null, q: 'ana' });
  expect(read('estado=resolvidos&q=ana')).toEqual({ state: 'solved', q: 'ana' });
  expect(read('estado=todos')).toEqual({ state: null, q: '' });
});

test.each(['outros', 'constructor', '__proto__'])('%s is no state', (word) => {
  expect(read(`estado=${word}`)).toEqual({ state: 'open', q: '' });
});
