import { expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { checkPasswordStrength } from './check-password-strength.ts';

const about = { names: ['Fulgor', 'Bruna Compradora'], email: 'bru.lima@mailbox.example' };

test('the list holds 3,000 passwords and more, each of which the shop would otherwise take', () => {
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(3_000);
  const odd = [...COMMON_PASSWORDS].filter((each) => each.length < 6 || each !== each.toLowerCase());
  expect(odd).toEqual([]);
});

test.each(['123456', 'PassWord', 'Flamengo', 'senha123', 'Leagueoflegends', 'aaaaaaaaaaaaaaaa', '12121212'])(
  '%s is what everybody takes',
  async (password) => {
    expect(await checkPasswordStrength(password, about)).toBe('common');
  },
);

test.each(['Fulgor2026', 'fulgor!!', 'compradora1', 'BrunaCompradora', 'bru.lima', 'brulima99', 'Mailbox#1'])(
  '%s is what one would guess of this person first',
  async (password) => {
    expect(await checkPasswordStrength(password, about)).toBe('personal');
  },
);

test.each([
  'segredo1',
  'fulgor na madrugada',
  'bruna gosta de café',
  'k7#qTz',
  'ção-ção-ção',
  '💥🔥💧🌊🌪️🌱',
])('%s may be taken', async (password) => {
  expect(await checkPasswordStrength(password, about)).toBe('fine');
});

test('a person of whom nothing is known brings no words', async () => {
  expect(await checkPasswordStrength('mailbox1', { names: [''], email: '' })).toBe('fine');
});
