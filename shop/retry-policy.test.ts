import { expect, test } from 'vitest';
import {
  ACCOUNT_MAIL_RETRIES,
  countRetries,
  MAIL_RETRIES,
  nextTryAt,
  WEBHOOK_RETRIES,
  type RetryPolicy,
} from './retry-policy.ts';

const DAY_MS = 24 * 3600_000;
const start = new Date('2027-03-01T12:00:00Z');

/** Every try of something that always fails, in milliseconds after the start. */
function tries(policy: RetryPolicy): number[] {
  const moments: number[] = [];
  for (let next: Date | null = start; next; next = nextTryAt(policy, start, next)) {
    moments.push(next.getTime() - start.getTime());
  }
  return moments;
}

test('a webhook is tried at once, then with growing pauses, for seven days', () => {
  const moments = tries(WEBHOOK_RETRIES);
  const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([10_000, 10_000, 10_000, 15_000]);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(Math.max(...pauses)).toBe(6 * 3600_000);
  expect(moments.at(-1)).toBeGreaterThanOrEqual(7 * DAY_MS);
  expect(moments.at(-2)).toBeLessThan(7 * DAY_MS);
});

test.each([
  ['a mail', MAIL_RETRIES],
  ['a mail whose link dies', ACCOUNT_MAIL_RETRIES],
])('%s: as many retries as fill its time, as pg-boss pauses at least', (_what, policy) => {
  /** pg-boss draws between this and double it, and never more than the longest pause. */
  const least = (retry: number) =>
    Math.min(policy.firstPauseSeconds * 2 ** retry, policy.longestPauseSeconds);
  const waited = Array.from({ length: countRetries(policy) }, (_, retry) => least(retry));
  const seconds = waited.reduce((sum, pause) => sum + pause, 0);
  expect(seconds).toBeGreaterThanOrEqual(policy.givesUpAfterSeconds);
  expect(seconds - (waited.at(-1) ?? 0)).toBeLessThan(policy.givesUpAfterSeconds);
});
