import { expect, test } from 'vitest';
import { fieldsOf } from '#shop/fields.ts';
import { saveReview } from './save-review.ts';
import { showAuthor } from './show-author.ts';

/** What a review becomes, or the fields that are wrong. */
function check(review: { stars: number; text?: string }) {
  const { data, error } = saveReview.input.safeParse({ sku: 'lol:Ahri:1', ...review });
  return data ?? Object.keys(fieldsOf(error!));
}

test.each([0, 6, 4.5, -1, Number.NaN])('%s stars are refused', (stars) => {
  expect(check({ stars, text: '' })).toEqual(['stars']);
});

test('a text is not needed, has at most 500 characters, and keeps its lines alone', () => {
  expect(check({ stars: 1, text: ' ' })).toMatchObject({ stars: 1, text: '' });
  expect(check({ stars: 1 })).toMatchObject({ stars: 1, text: '' });
  expect(check({ stars: 5, text: '💥'.repeat(500) })).toMatchObject({ stars: 5 });
  expect(check({ stars: 5, text: 'a'.repeat(501) })).toEqual(['text']);
  expect(check({ stars: 5, text: ' Linda.\r\n\r\nValeu\u0000! ' })).toMatchObject({
    stars: 5,
    text: 'Linda.\n\nValeu !',
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
