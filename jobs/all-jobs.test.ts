import { expect, test } from 'vitest';
import type { JobName } from '#shop/jobs.ts';
import { jobs } from './all-jobs.ts';

test('every job that the shop asks for by name has a runner, and no name is taken twice', () => {
  // A record, so that a new name in shop/jobs.ts fails the type check here until it is listed.
  const asked: Record<JobName, true> = {
    'mail-account': true,
    'mail-payment-confirmed': true,
    'mail-links-delivered': true,
    'mail-link-replaced': true,
    'mail-message': true,
    'mail-refund': true,
    'mail-charged-back': true,
    'mail-order-cancelled': true,
  };
  const names = jobs.map((job) => job.name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(asked)));
  expect(new Set(names).size).toBe(names.length);
});
