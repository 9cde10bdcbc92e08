import { expect, test } from 'vitest';
import { ODD_CURSORS } from '#test/fuzz/requests.ts';
import { readCursor, writeCursor } from './cursor.ts';

test('what was written is read, and nothing else', () => {
  const row = {
    at: new Date('2026-11-22T12:00:00.123Z'),
    id: '0198c0de-0000-7000-8000-000000000000',
  };
  expect(readCursor(writeCursor(row))).toEqual(row);
  expect(ODD_CURSORS.filter((odd) => readCursor(odd) !== null)).toEqual([]);
});
