import { digestTaxIds } from '#shop/orders/search/digest-tax-ids.ts';
import type { Job } from './job.ts';

/** 20,000 orders a minute: a shop with a million of them is done in an hour. */
export const digestTaxIdsJob: Job = {
  name: 'digest-tax-ids',
  schedule: '* * * * *',
  queue: { policy: 'exclusive' },
  async run(ctx) {
    await digestTaxIds(ctx);
  },
};
