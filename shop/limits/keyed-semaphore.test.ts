import { expect, test } from 'vitest';
import { KeyedSemaphore } from './keyed-semaphore.ts';

test('slots are counted for each key and in all, and a slot is released once, however often that is asked', () => {
  const slots = new KeyedSemaphore();
  const release = slots.acquire('a');
  slots.acquire('a');
  slots.acquire('b');
  expect([slots.of('a'), slots.of('b'), slots.of('c'), slots.total]).toEqual([2, 1, 0, 3]);
  release();
  release();
  expect([slots.of('a'), slots.of('b'), slots.total]).toEqual([1, 1, 2]);
});
