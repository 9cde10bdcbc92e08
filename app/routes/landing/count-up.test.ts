import { expect, it } from 'vitest';
import { countUp } from './count-up.ts';

// shows: spec 4.4
it('goes from 0 to the target in two seconds and stays there', () => {
  expect(countUp(20_000, 0)).toBe(0);
  expect(countUp(20_000, 1000)).toBe(10_000);
  expect(countUp(20_000, 1999)).toBeLessThan(20_000);
  expect(countUp(20_000, 2000)).toBe(20_000);
  expect(countUp(20_000, 60_000)).toBe(20_000);
  expect(countUp(20_000, -5)).toBe(0);
});

// shows: spec 4.4
it('takes 60 steps, each of the same length', () => {
  const shown = Array.from({ length: 2001 }, (_, ms) => countUp(32_000, ms));
  const values = [...new Set(shown)];
  expect(values).toHaveLength(61);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(shown.filter((value) => value === values[30]).length).toBeGreaterThanOrEqual(33);
});

it('counts a small target in whole numbers', () => {
  const values = new Set(Array.from({ length: 2001 }, (_, ms) => countUp(5, ms)));
  expect([...values]).toEqual([0, 1, 2, 3, 4, 5]);
});
