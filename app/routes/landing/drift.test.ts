import { expect, it } from 'vitest';
import { driftShare } from './drift.ts';

it('goes on from where the visitor scrolled to', () => {
  expect(driftShare(0, 4000)).toBe(0);
  expect(driftShare(1000, 4000)).toBe(0.25);
});

it('takes a place in the second copy for the same place in the first', () => {
  expect(driftShare(5000, 4000)).toBe(0.25);
  expect(driftShare(4000, 4000)).toBe(0);
});

it('stands at the beginning while nothing has a size yet', () => {
  expect(driftShare(0, 0)).toBe(0);
});
