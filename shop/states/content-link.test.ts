import { expect, test } from 'vitest';
import { contentLink, visibleLink } from './content-link.ts';

const ctx = { settings: { appUrl: 'https://loja.exemplo.com' } } as Parameters<typeof contentLink>[0];
const link = 'https://arquivos.exemplo.com/1.zip';
const item = { grant_id: 'a1', owner_id: 'ana', link, file_id: null, key_id: null };

test.each([
  ['delivered', link],
  ['ready', null],
  ['waiting', null],
  ['revoked', null],
  [null, null],
] as const)('what is %s shows its buyer %s', (state, shown) => {
  expect(visibleLink(ctx, false, { ...item, state })).toBe(shown);
});

test('the buyer of a gift never reads its link', () => {
  expect(visibleLink(ctx, true, { ...item, state: 'delivered' })).toBeNull();
});

test('a stored file is had from the shop itself, by its owner', () => {
  const stored = { ...item, link: null, file_id: 'f1' };
  expect(contentLink(ctx, stored)).toBe('https://loja.exemplo.com/dashboard/download-skin/a1');
  expect(contentLink(ctx, { ...stored, owner_id: null })).toBe('https://loja.exemplo.com/dashboard/colecao');
});

test('a key is read on the page that its address leads its owner to, and its text stands in no link', () => {
  const key = { ...item, link: null, key_id: 'k1' };
  expect(contentLink(ctx, key)).toBe('https://loja.exemplo.com/dashboard/download-skin/a1');
  expect(contentLink(ctx, { ...key, owner_id: null })).toBe('https://loja.exemplo.com/dashboard/colecao');
});
