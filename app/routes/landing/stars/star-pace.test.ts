import { expect, test } from 'vitest';
import { FULL_PACE, judgePace, type StarPace } from './star-pace.ts';

const after = (frames: number[], from: StarPace = FULL_PACE) => frames.reduce(judgePace, from);
const TEN_A_SECOND = after([40, 40, 40]);

test('a sky whose frames come in time is drawn each frame', () => {
  expect(after(Array(600).fill(16.7)).waitMs).toBe(0);
  expect(after(Array(600).fill(30)).waitMs).toBe(0);
});

test('after three frames over 30 ms it is drawn ten times a second', () => {
  expect(after([31, 31]).waitMs).toBe(0);
  expect(after([31, 31, 31]).waitMs).toBe(100);
  expect(after([200, 16, 16, 40, 16, 40]).waitMs).toBe(100);
});

test('three late frames that lie far apart are forgiven', () => {
  const second = Array(60).fill(16.7);
  expect(after([...second, 80, ...second, 80, ...second, 80, ...second]).waitMs).toBe(0);
});

test('ten times a second, the wait is no delay; three more late frames and it stands still', () => {
  expect(after(Array(100).fill(117), TEN_A_SECOND).waitMs).toBe(100);
  expect(after([140, 140], TEN_A_SECOND).waitMs).toBe(100);
  expect(after([140, 140, 140], TEN_A_SECOND).waitMs).toBeNull();
});

test('what stands still begins no more', () => {
  const still = after([140, 140, 140], TEN_A_SECOND);
  expect(after(Array(600).fill(16.7), still).waitMs).toBeNull();
});
