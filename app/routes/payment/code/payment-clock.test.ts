import { describe, expect, it } from 'vitest';
import { clockSkewMs, countdownText, expiryText, nextTickMs } from './payment-clock.ts';

const at = (text: string) => Date.parse(text);
const MINUTE = 60_000;

describe('until when a code is valid', () => {
  it('is told in Brasília time', () => {
    expect(expiryText(at('2026-03-01T18:42:00Z'), at('2026-03-01T17:42:00Z'))).toBe('válido até 15:42');
  });
  it('names the day when it is another one there', () => {
    expect(expiryText(at('2026-03-01T03:12:00Z'), at('2026-03-01T02:12:00Z'))).toBe(
      'válido até 00:12 de 01/03',
    );
    expect(expiryText(at('2026-03-01T01:12:00Z'), at('2026-02-28T23:12:00Z'))).toBe('válido até 22:12');
  });
});

describe('the countdown', () => {
  it.each([
    [60 * MINUTE, null],
    [5 * MINUTE + 1, null],
    [5 * MINUTE, '5:00'],
    [4 * MINUTE + 59_000, '4:59'],
    [61_000, '1:01'],
    [1, '0:01'],
    [0, null],
    [-MINUTE, null],
  ])('with %d ms left reads %j', (left, text) => expect(countdownText(left, 0)).toBe(text));

  it('sleeps until the last five minutes and ends at zero', () => {
    expect(nextTickMs(60 * MINUTE, 0)).toBe(30_000);
    expect(nextTickMs(5 * MINUTE + 400, 0)).toBe(400);
    expect(nextTickMs(90_250, 0)).toBe(250);
    expect(nextTickMs(90_000, 0)).toBe(1000);
    expect(nextTickMs(0, 0)).toBeNull();
  });
});

describe('a wrong clock', () => {
  // shows: threat 51
  it('is put right, but not by the time an answer takes', () => {
    expect(clockSkewMs(600_000, 0)).toBe(600_000);
    expect(clockSkewMs(0, 600_000)).toBe(-600_000);
    expect(clockSkewMs(0, 3_000)).toBe(0);
  });
});
