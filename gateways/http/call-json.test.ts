import { expect, test } from 'vitest';
import { readAnswer } from './call-json.ts';
import { parseJson } from './parse-json.ts';

const api = {
  gateway: 'simulator',
  refusalStatuses: [409, 422],
  cures: { 401: 'check the key', 403: 'check the rights' },
} as const;
const read = (status: number, text: string, repeatable = true) =>
  readAnswer(api, { method: 'POST', path: '/charges/{id}', repeatable }, { status, text });

test.each([
  [200, '{"id":1}', { kind: 'data', data: { id: 1 } }],
  [404, 'nothing here', { kind: 'not_found' }],
  [410, '{}', { kind: 'not_found' }],
  [422, '{"code":"x"}', { kind: 'refused', status: 422, data: { code: 'x' } }],
  [409, '<html>', { kind: 'refused', status: 409, data: undefined }],
])('%i with %s is an answer', (status, text, answer) => {
  expect(read(status, text)).toEqual(answer);
});

test.each([
  [401, false, 'answered 401: check the key'],
  [403, false, 'answered 403: check the rights'],
  [423, true, 'answered 423'],
  [429, true, 'answered 429'],
])('%i says that nothing was carried out', (status, retryable, message) => {
  const error = { outcome: 'not_applied', retryable, message: expect.stringContaining(message) };
  expect(() => read(status, '{"code":"x"}', false)).toThrow(expect.objectContaining(error));
});

test.each([
  [500, '{}'],
  [302, ''],
  [400, '{"a status that this provider does not refuse with":1}'],
  [200, '<html>'],
  [200, 'null'],
  [201, ''],
])('%i with %s leaves open what happened there; only what may be repeated is', (status, text) => {
  for (const repeatable of [true, false]) {
    const error = { outcome: 'unknown', retryable: repeatable };
    expect(() => read(status, text, repeatable)).toThrow(expect.objectContaining(error));
  }
});

test('what is no JSON is nothing, and not null', () => {
  expect([parseJson('{'), parseJson(''), parseJson('null'), parseJson('5')]).toEqual([
    undefined,
    undefined,
    null,
    5,
  ]);
});
