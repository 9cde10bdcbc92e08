import { expect, test } from 'vitest';
import { checkPublicCollection, proposeSlug } from './check-public-collection.ts';

test('a name and an address are tidied', () => {
  expect(checkPublicCollection({ name: '  Ana \n Flávia ', slug: ' Ana-Flavia ' })).toEqual({
    ok: true,
    name: 'Ana Flávia',
    slug: 'ana-flavia',
  });
});

test.each(['', '   ', 'x'.repeat(41), 'a\u0000b', 'a\u202Eb'])('no name: %j', (name) => {
  expect(checkPublicCollection({ name, slug: 'ana' })).toEqual({
    ok: false,
    fields: { name: 'O nome deve ter de 1 a 40 caracteres.' },
  });
});

test.each(['ganhe em site.com', 'https://x', 'www.exemplo', 'Ana.gg'])('leads elsewhere: %s', (name) => {
  expect(checkPublicCollection({ name, slug: 'ana' })).toMatchObject({
    ok: false,
    fields: { name: 'O nome não pode ter o endereço de um site.' },
  });
});

test.each(['ab', 'x'.repeat(41), 'ana--flavia', '-ana', 'ana-', 'aná', 'a/b', '../x', 'ana flavia', ''])(
  'no address: %j',
  (slug) => {
    expect(checkPublicCollection({ name: 'Ana', slug })).toMatchObject({
      ok: false,
      fields: { slug: expect.stringContaining('Use de 3 a 40') },
    });
  },
);

test('what is proposed for a name is an address, or too short to be one', () => {
  expect(proposeSlug('Ana Flávia')).toBe('ana-flavia');
  expect(proposeSlug('  ~Çé!  ')).toBe('ce');
  expect(proposeSlug(`${'x'.repeat(39)} y`)).toBe('x'.repeat(39));
});
