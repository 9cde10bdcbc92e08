import { expect, test } from 'vitest';
import { nextAftercareAt, nextCheckAt, secondsAfter } from './charge-policy.ts';

const createdAt = new Date('2026-01-10T12:00:00Z');
const HOUR = 3600;
const DAY = 24 * HOUR;
const expiresAt = secondsAfter(createdAt, HOUR);

/** Seconds until the next question about a code of one hour that was made so long ago. */
function pauseAt(ageSeconds: number, watchedSeconds?: number): number | null {
  const now = secondsAfter(createdAt, ageSeconds);
  const watchedUntil = watchedSeconds === undefined ? null : secondsAfter(now, watchedSeconds);
  const next = nextCheckAt({ createdAt, expiresAt, watchedUntil }, now);
  return next && (next.getTime() - now.getTime()) / 1000;
}

test('seconds are added, or taken away', () => {
  expect(secondsAfter(createdAt, 90)).toEqual(new Date('2026-01-10T12:01:30Z'));
  expect(secondsAfter(createdAt, -90)).toEqual(new Date('2026-01-10T11:58:30Z'));
});

test('a charge is asked about every 45 seconds for ten minutes, then after a sixth of its age, at most five minutes', () => {
  expect([0, 599].map((age) => pauseAt(age))).toEqual([45, 45]);
  expect([600, 1200, 1794, 1800, 3000].map((age) => pauseAt(age))).toEqual([100, 200, 299, 300, 300]);
});

test('after the grace period a quarter of its age passes, and after a day nobody asks any more', () => {
  expect(pauseAt(HOUR + 1800)).toBe(300);
  expect(pauseAt(HOUR + 1804)).toBe(1351);
  expect(pauseAt(HOUR + DAY)).toBe((HOUR + DAY) / 4);
  expect(pauseAt(HOUR + DAY + 1)).toBeNull();
});

test('while somebody looks it is asked about every eight seconds, at any age until the end', () => {
  expect([0, 700, 2 * HOUR, HOUR + DAY].map((age) => pauseAt(age, 1))).toEqual([8, 8, 8, 8]);
  expect([0, 3000].map((age) => pauseAt(age, 0))).toEqual([45, 300]);
  expect(pauseAt(0, -1)).toBe(45);
  expect(pauseAt(HOUR + DAY + 1, 1)).toBeNull();
});

test('a paid charge is asked about after a day, then at double its age, for ninety days', () => {
  const pause = (ageSeconds: number) => {
    const now = secondsAfter(createdAt, ageSeconds);
    const next = nextAftercareAt(createdAt, now);
    return next && (next.getTime() - now.getTime()) / 1000;
  };
  expect([0, DAY - 1, DAY, 2 * DAY, 90 * DAY].map(pause)).toEqual([DAY, DAY, DAY, 2 * DAY, 90 * DAY]);
  expect(pause(90 * DAY + 1)).toBeNull();
});
