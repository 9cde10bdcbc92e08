import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('no more than the width is under way, in the order of asking, and a failure holds nobody up', async () => {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const ask = limitConcurrency(2, (number: number) => {
    begun.push(number);
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return end.promise.then(() => number);
  });
  const answers = [1, 2, 3, 4].map((number) => ask(number).catch(() => -number));
  expect(begun).toEqual([1, 2]);
  ends[1]?.reject(new Error('no'));
  expect(await answers[1]).toBe(-2);
  expect(begun).toEqual([1, 2, 3]);
  ends[0]?.resolve();
  expect(await answers[0]).toBe(1);
  expect(begun).toEqual([1, 2, 3, 4]);
  ends[2]?.resolve();
  ends[3]?.resolve();
  expect(await Promise.all(answers)).toEqual([1, -2, 3, 4]);
});
