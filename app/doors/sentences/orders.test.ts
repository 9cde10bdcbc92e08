import { expect, test } from 'vitest';
import type { Refused } from '#shop/operation.ts';
import { CREATE_PAYMENT_REFUSALS } from './orders.ts';

test.each([
  [
    'already_owned',
    'Você já tem esta skin na sua coleção: A.',
    'Você já tem estas skins na sua coleção: A, B.',
  ],
  ['unavailable', 'Indisponível no momento: A.', 'Indisponíveis no momento: A, B.'],
] as const)('%s speaks of one skin and of several', (reason, one, several) => {
  const say = (...skins: string[]) =>
    CREATE_PAYMENT_REFUSALS[reason]({ ok: false, reason, skins } as Refused);
  expect([say('A'), say('A', 'B')]).toEqual([one, several]);
});
