import { sweepPayments } from '#shop/payments/money/sweep-payments.ts';
import type { Job } from './job.ts';

/** What arrived while the shop or the bank was down for longer than the frequent look reaches back. */
export const sweepOlderPaymentsJob: Job = {
  name: 'sweep-older-payments',
  schedule: '17 * * * *',
  async run(ctx) {
    await sweepPayments(ctx, { hours: 48 });
  },
};
