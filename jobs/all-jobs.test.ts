import { expect, test } from 'vitest';
import { askedJobs, jobs } from './all-jobs.ts';

test('every job that the shop asks for stands under its own name, and no name is taken twice', () => {
  expect(Object.values(askedJobs).map(({ name }) => name)).toEqual(Object.keys(askedJobs));
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});

test('no queue of a release goes: what waits in it at an update would never run', () => {
  const released = `account charged-back gift gift-kept link-replaced links-delivered message order-cancelled
    payment-confirmed payment-reminder refund rescue review-request skins-arrived skins-updated ticket withdrawal-declined`;
  const names = [...released.split(/\s+/).map((name) => `mail-${name}`), 'send-push'];
  expect(Object.keys(askedJobs).toSorted()).toEqual(expect.arrayContaining(names));
});
