import { expect, test } from 'vitest';
import { dayOf, hourOf, readSpan, spanBefore, splitSpan } from './day-span.ts';

const TODAY = '2026-11-22';
const read = (query: string) => readSpan(new URLSearchParams(query), TODAY);

test('a day begins at midnight of São Paulo', () => {
  expect(dayOf(new Date('2026-11-22T02:59:59Z'))).toBe('2026-11-21');
  expect(dayOf(new Date('2026-11-22T03:00:00Z'))).toBe('2026-11-22');
  expect(hourOf(new Date('2026-11-22T02:59:59Z'))).toBe(23);
  expect(hourOf(new Date('2026-11-22T03:00:00Z'))).toBe(0);
});

test.each([
  ['', TODAY, TODAY],
  ['from=&to=', TODAY, TODAY],
  ['to=2026-11-01', '2026-11-01', '2026-11-01'],
  ['from=2026-11-20', '2026-11-20', TODAY],
  ['from=2016-11-22', '2016-11-22', TODAY],
])('nothing asked for is today, one end alone is one day: %s', (query, from, to) => {
  expect(read(query)).toEqual({ ok: true, span: { from, to } });
});

test.each([
  ['from=2026-11-23', 'reversed'],
  ['from=2026-11-09&to=2026-11-08', 'reversed'],
  ['from=2026-02-30', 'no_day'],
  ['from=hoje', 'no_day'],
  ['from=0001-01-01', 'no_day'],
  ["to=2026-11-22'", 'no_day'],
  ['from=2016-11-20&to=2026-11-22', 'too_long'],
])('%s is no span: %s', (query, reason) => {
  expect(read(query)).toMatchObject({ ok: false, reason });
});

test('what was asked for is kept, for the fields', () => {
  expect(read('from=2026-02-30&to=2026-03-01')).toMatchObject({
    asked: { from: '2026-02-30', to: '2026-03-01' },
  });
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
