import { expect, test } from 'vitest';
import { checkPublicCollection, proposeSlug } from './check-public-collection.ts';

const check = (form: { name: string; slug: string }) => checkPublicCollection(form, 'Fulgor');

test('a name and an address are tidied', () => {
  expect(check({ name: '  Ana \n Flávia ', slug: ' Ana-Flavia ' })).toEqual({
    ok: true,
    name: 'Ana Flávia',
    slug: 'ana-flavia',
  });
});

test.each(['', '   ', 'x'.repeat(41), 'a\u0000b', 'a\u202Eb'])('no name: %j', (name) => {
  expect(check({ name, slug: 'ana' })).toEqual({
    ok: false,
    fields: { name: 'O nome deve ter de 1 a 40 caracteres.' },
  });
});

test.each(['ganhe em site.com', 'https://x', 'www.exemplo', 'Ana.gg'])('leads elsewhere: %s', (name) => {
  expect(check({ name, slug: 'ana' })).toMatchObject({
    ok: false,
    fields: { name: 'O nome não pode ter o endereço de um site.' },
  });
});

test.each(['ab', 'x'.repeat(41), 'ana--flavia', '-ana', 'ana-', 'aná', 'a/b', '../x', 'ana flavia', ''])(
  'no address: %j',
  (slug) => {
    expect(check({ name: 'Ana', slug })).toMatchObject({
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

test.each(['Suporte Fulgor', 'fulgor', 'ＡＤＭＩＮ', 'Fu1gor'])(
  'the name of the shop or its team: %s',
  (name) => {
    expect(check({ name, slug: 'ana' })).toEqual({
      ok: false,
      fields: { name: 'Este nome parece o da loja ou o da equipe. Escolha outro.' },
    });
  },
);

// shows: threat 81
test.each(['admin', 'ADMIN', 'suporte', 'fulgor', 'loja-fulgor'])('an address of the shop: %s', (slug) => {
  expect(check({ name: 'Ana', slug })).toEqual({
    ok: false,
    fields: { slug: 'Este endereço parece uma página da loja. Escolha outro.' },
  });
});
