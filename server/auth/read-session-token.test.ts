import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSessionToken } from './read-session-token.ts';

const SECRET = 'segredo-das-sessoes';
const NAME = 'fulgor.session_token';
const sign = (token: string, secret = SECRET) =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
const read = (cookies: string) => readSessionToken(cookies, NAME, SECRET);

test('a token that we signed is read, wherever its cookie stands', () => {
  expect(read(`${NAME}=${sign('abc')}`)).toBe('abc');
  expect(read(`_ga=1; ${NAME}=${sign('abc')}; b=2`)).toBe('abc');
});

test.each([
  '',
  'a=b',
  `${NAME}=`,
  `${NAME}=abc`,
  `${NAME}=abc.`,
  `${NAME}=${sign('abc', 'outro-segredo')}`,
  `${NAME}=${sign('abc').replace('abc', 'abd')}`,
  `${NAME}=${sign('')}`,
  `${NAME}=%E0%A4%A`,
  `x${NAME}=${sign('abc')}`,
])('%s is no token of ours', (cookies) => expect(read(cookies)).toBeNull());
