import { expect, test } from 'vitest';
import { canSend } from './use-typed-links.ts';

const LINK = 'https://arquivos.exemplo.com/a.zip';
const item = (id: string, more: object = {}) =>
  ({ id, aheadUntil: null, storedFileName: null, hasKey: false, downloadLink: null, ...more }) as never;

test('every skin has its link, except one that gets a file, a key, or comes later beside what is sent', () => {
  const ahead = item('ahead', { aheadUntil: '2026-12-01' });
  expect(canSend([item('a'), item('b')], { a: LINK, b: ' ' })).toBe(false);
  expect(canSend([item('a'), item('b', { hasKey: true })], { a: LINK, b: '' })).toBe(true);
  expect(canSend([item('a'), ahead], { a: LINK, ahead: '' })).toBe(true);
  expect(canSend([item('a', { storedFileName: 'a.zip' }), ahead], {})).toBe(true);
  expect(canSend([item('a'), ahead], { a: '', ahead: '' })).toBe(false);
  expect(canSend([item('a'), ahead], { a: LINK, ahead: 'https://' })).toBe(false);
  // Nothing of it would be sent.
  expect(canSend([ahead], { ahead: '' })).toBe(false);
  expect(canSend([item('a', { downloadLink: LINK }), ahead], { a: LINK, ahead: '' })).toBe(false);
  expect(canSend([], {})).toBe(true);
});
