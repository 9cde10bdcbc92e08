import { expect, test } from 'vitest';
import { dueWords } from './due-words.ts';

const now = new Date('2026-11-20T14:17:30-03:00');

test.each([
  ['2026-11-20T14:17:30-03:00', 'danger', 'ATRASADO'],
  ['2026-11-20T14:17:31-03:00', 'accent', 'VENCE EM 1 MIN'],
  ['2026-11-20T14:21:30-03:00', 'accent', 'VENCE EM 4 MIN'],
  ['2026-11-20T14:32:30-03:00', 'neutral', 'VENCE EM 15 MIN'],
  ['2026-11-20T16:00:00-03:00', 'neutral', 'VENCE 16:00'],
  ['2026-11-23T09:15:00-03:00', 'neutral', 'VENCE 23/11/2026 09:15'],
])('due at %s: %s %s', (dueAt, tone, text) => {
  expect(dueWords({ status: 'pending', dueAt: new Date(dueAt) }, now)).toEqual({ tone, text });
});

test('without a promise to keep it says nothing', () => {
  expect(dueWords({ status: 'pending', dueAt: null }, now)).toBeNull();
  expect(dueWords({ status: 'completed', dueAt: now }, now)).toBeNull();
});
