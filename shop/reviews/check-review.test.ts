import { expect, test } from 'vitest';
import { checkReview } from './check-review.ts';
import { showAuthor } from './show-author.ts';

test.each([0, 6, 4.5, -1, Number.NaN])('%s stars are refused', (stars) => {
  expect(checkReview({ stars, text: '' })).toMatchObject({ ok: false, field: 'stars' });
});

test('a text is not needed, has at most 500 characters, and keeps its lines alone', () => {
  expect(checkReview({ stars: 1, text: ' ' })).toEqual({ ok: true, review: { stars: 1, text: '' } });
  expect(checkReview({ stars: 5, text: '💥'.repeat(500) })).toMatchObject({ ok: true });
  expect(checkReview({ stars: 5, text: 'a'.repeat(501) })).toMatchObject({ ok: false, field: 'text' });
  expect(checkReview({ stars: 5, text: ' Linda.\r\n\r\nValeu\u0000! ' })).toEqual({
    ok: true,
    review: { stars: 5, text: 'Linda.\n\nValeu !' },
  });
});

test.each([
  ['Ana Clara Souza', 'Ana'],
  ['  joão  ', 'joão'],
  ["D'Ávila", "D'Ávila"],
  ['ana.souza@exemplo.com', 'Cliente'],
  ['ana@exemplo', 'Cliente'],
  ['www.golpe.com.br Ana', 'Cliente'],
  ['52998224725', 'Cliente'],
  ['Ana11987654321', 'Cliente'],
  ['Suporte Fulgor', 'Cliente'],
  ['FuIgor', 'Cliente'],
  ['', 'Cliente'],
])('whoever is called %o is shown as %o', (name, shown) => {
  expect(showAuthor(name, 'Fulgor')).toBe(shown);
});
