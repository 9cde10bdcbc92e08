import { expect, test } from 'vitest';
import { askedJobs, jobs } from './all-jobs.ts';

test('every job that the shop asks for stands under its own name, and no name is taken twice', () => {
  expect(Object.values(askedJobs).map(({ name }) => name)).toEqual(Object.keys(askedJobs));
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});
