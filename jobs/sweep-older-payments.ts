import { sweepPayments } from '#shop/payments/money/sweep-payments.ts';
import type { Job } from './job.ts';

/** Finds payments from a time when the shop or the bank was down for longer than the frequent sweep looks back. */
export const sweepOlderPaymentsJob: Job = {
  name: 'sweep-older-payments',
  schedule: '17 * * * *',
  async run(ctx) {
    await sweepPayments(ctx, { hours: 48 });
  },
};
