import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StaffHours } from '#shop/settings/setting-table.ts';
import { dueAt } from './due-at.ts';

const at = (text: string) => new Date(`${text}-03:00`);
const WEEKDAYS: StaffHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '22:00' };
const NIGHT: StaffHours = { days: [5, 6], from: '18:00', to: '02:00' };

// 2026-11-20 is a Friday.
test.each<[paid: string, hours: StaffHours | null, due: string]>([
  ['2026-11-20T14:17', null, '2026-11-20T14:32'],
  ['2026-11-20T14:17', WEEKDAYS, '2026-11-20T14:32'],
  ['2026-11-20T21:45', WEEKDAYS, '2026-11-20T22:00'],
  ['2026-11-20T21:50', WEEKDAYS, '2026-11-23T09:05'],
  ['2026-11-21T12:00', WEEKDAYS, '2026-11-23T09:15'],
  ['2026-11-23T03:00', WEEKDAYS, '2026-11-23T09:15'],
  ['2026-11-22T01:50', NIGHT, '2026-11-27T18:05'],
  ['2026-11-21T01:30', NIGHT, '2026-11-21T01:45'],
  ['2026-11-20T23:55', NIGHT, '2026-11-21T00:10'],
  ['2026-11-20T23:55', { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '00:00' }, '2026-11-21T08:10'],
  ['2026-12-31T23:59', { days: [1], from: '00:00', to: '00:01' }, '2027-04-12T00:01'],
])('paid at %s, staff hours %j: due at %s', (paid, hours, due) => {
  expect(dueAt(at(paid), 15, hours)).toEqual(at(due));
});

test('the clocks are those of São Paulo, when they were put forward too', () => {
  // 2018-11-04: midnight became one o'clock.
  const hours: StaffHours = { days: [6, 7], from: '20:00', to: '03:00' };
  expect(dueAt(new Date('2018-11-04T02:50:00Z'), 15, hours)).toEqual(new Date('2018-11-04T03:05:00Z'));
});

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const anyHours = fc
  .record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), from: time, to: time })
  .filter(({ from, to }) => from !== to);

/** Whether staff are there in this minute, read off the wall clock and the calendar. */
function isOpen(minute: Date, { days, from, to }: StaffHours): boolean {
  const local = new Date(minute.getTime() - 3 * 3_600_000);
  const now = local.toISOString().slice(11, 16);
  const today = local.getUTCDay() || 7;
  const yesterday = today === 1 ? 7 : today - 1;
  if (from < to) return days.includes(today) && from <= now && now < to;
  return (days.includes(today) && from <= now) || (days.includes(yesterday) && now < to);
}

test('between payment and due lie exactly the promised minutes with staff, and the last of them ends there', () => {
  const minute = fc
    .integer({ min: 0, max: 20 * 24 * 60 })
    .map((n) => new Date(at('2026-11-15T00:00').getTime() + n * 60_000));
  fc.assert(
    fc.property(minute, fc.integer({ min: 1, max: 600 }), anyHours, (paid, promise, hours) => {
      const due = dueAt(paid, promise, hours);
      // Minute by minute is slow; a due date months away is tried above.
      fc.pre(due.getTime() - paid.getTime() < 15 * 24 * 3_600_000);
      let open = 0;
      for (let now = paid.getTime(); now < due.getTime(); now += 60_000)
        if (isOpen(new Date(now), hours)) open++;
      expect(open).toBe(promise);
      expect(isOpen(new Date(due.getTime() - 60_000), hours)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('whoever pays later is never due earlier', () => {
  const moment = fc.date({ min: at('2026-01-01T00:00'), max: at('2027-12-31T00:00'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, moment, anyHours, (one, other, hours) => {
      const [first, second] = one < other ? [one, other] : [other, one];
      expect(dueAt(first, 15, hours).getTime()).toBeLessThanOrEqual(dueAt(second, 15, hours).getTime());
    }),
  );
});
