import { sweepRefunds } from '#shop/refunds/sweep-refunds.ts';
import type { Job } from './job.ts';

export const sweepRefundsJob: Job = {
  name: 'sweep-refunds',
  schedule: '* * * * *',
  async run(ctx) {
    await sweepRefunds(ctx);
  },
};
