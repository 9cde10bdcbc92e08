import { expect, test } from 'vitest';
import { dayOf, readSpan, spanBefore, splitSpan } from './day-span.ts';

const TODAY = '2026-11-22';
const read = (query: string) => readSpan(new URLSearchParams(query), TODAY);

test('a day begins at midnight of São Paulo', () => {
  expect(dayOf(new Date('2026-11-22T02:59:59Z'))).toBe('2026-11-21');
  expect(dayOf(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-22');
});

test('nothing asked for is today, one end alone is one day', () => {
  expect(read('')).toEqual({ from: TODAY, to: TODAY });
  expect(read('from=&to=')).toEqual({ from: TODAY, to: TODAY });
  expect(read('to=2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' });
  expect(read('from=2026-11-20')).toEqual({ from: '2026-11-20', to: TODAY });
});

test.each([
  'from=2026-11-23',
  'from=2026-11-09&to=2026-11-08',
  'from=2026-02-30',
  'from=hoje',
  'from=0001-01-01',
  'from=2016-11-20&to=2026-11-22',
  "to=2026-11-22'",
])('%s is no span', (query) => {
  expect(read(query)).toBeNull();
});

test('the span before is as long and ends the day before, over the ends of months and years', () => {
  expect(spanBefore({ from: TODAY, to: TODAY })).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(spanBefore({ from: '2027-01-01', to: '2027-01-31' })).toEqual({
    from: '2026-12-01',
    to: '2026-12-31',
  });
});

test('a span in its days, and in its months, of which the first and the last may be cut', () => {
  expect(
    splitSpan({ from: '2028-02-28', to: '2028-03-01' }, 'day').map(({ from, to }) => [from, to]),
  ).toEqual([
    ['2028-02-28', '2028-02-28'],
    ['2028-02-29', '2028-02-29'],
    ['2028-03-01', '2028-03-01'],
  ]);
  expect(splitSpan({ from: '2027-12-31', to: '2028-02-03' }, 'month')).toEqual([
    { from: '2027-12-31', to: '2027-12-31' },
    { from: '2028-01-01', to: '2028-01-31' },
    { from: '2028-02-01', to: '2028-02-03' },
  ]);
  expect(splitSpan({ from: '2028-02-03', to: '2028-02-03' }, 'month')).toHaveLength(1);
});
