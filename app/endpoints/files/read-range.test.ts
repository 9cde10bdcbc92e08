import { expect, test } from 'vitest';
import { readRange } from './read-range.ts';

const file = { size: 100, etag: '"abc"' };
const read = (range: string, ifRange?: string) =>
  readRange(new Headers({ range, ...(ifRange === undefined ? {} : { 'if-range': ifRange }) }), file);

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=40-', { start: 40, end: 99 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['lines=0-9', null],
  ['bytes=0-99999999999999999999', null],
])('%s', (range, part) => {
  expect(read(range)).toEqual(part);
});

test('a download goes on only while the content is the same', () => {
  expect(read('bytes=40-', '"abc"')).toEqual({ start: 40, end: 99 });
  expect(read('bytes=40-', '"new"')).toBeNull();
  expect(read('bytes=40-', 'W/"abc"')).toBeNull();
  expect(readRange(new Headers(), file)).toBeNull();
});
