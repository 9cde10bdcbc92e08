import { expect, test } from 'vitest';
import { isReservedSlug, posesAsShop } from './poses-as-shop.ts';

// shows: threat 81
test.each([
  'Suporte Fulgor',
  'SUPORTE',
  'Suportê',
  'S u p o r t e',
  'Sup\u200borte',
  'ｓｕｐｏｒｔｅ',
  'Suроrtе',
  '5uporte',
  'SuporteLoL',
  'ful gor',
  'FULGÔR',
  'FuIgor',
  'fu1g0r_br',
  'Loja-Fulgor',
  'Admin',
  'Administração',
  'Equipe',
  'Ana (oficial)',
])('it looks like the shop: %s', (name) => expect(posesAsShop(name, 'Fulgor')).toBe(true));

test.each([
  'Ana Flávia',
  'Fulano',
  'Equipe Rocket',
  'Loja da Ana',
  'Coleção da Bia',
  '李 雷',
  'xX_Sombra99_Xx',
])('it is a person: %s', (name) => expect(posesAsShop(name, 'Fulgor')).toBe(false));

test('a short brand is taken as a word, not as a part of one', () => {
  expect(posesAsShop('Mariana', 'Ana')).toBe(false);
  expect(posesAsShop('Loja Ana', 'Ana')).toBe(true);
});

test.each(['admin', 'fulgor', 'suporte-br', 'api', 'painel', 'fuigor-oficial'])(
  'a reserved address: %s',
  (slug) => expect(isReservedSlug(slug, 'Fulgor')).toBe(true),
);
test.each(['ana', 'nina-comeca-hoje', 'maria-das-skins'])('a free address: %s', (slug) =>
  expect(isReservedSlug(slug, 'Fulgor')).toBe(false),
);
