import { sweepPayments } from '#shop/payments/money/sweep-payments.ts';
import type { Job } from './job.ts';

export const sweepPaymentsJob: Job = {
  name: 'sweep-payments',
  schedule: '*/2 * * * *',
  async run(ctx) {
    await sweepPayments(ctx, { hours: 1 });
  },
};
