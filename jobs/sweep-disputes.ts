import { sweepDisputes } from '#shop/payments/charges/sweep-disputes.ts';
import type { Job } from './job.ts';

export const sweepDisputesJob: Job = {
  name: 'sweep-disputes',
  schedule: '20 * * * *',
  async run(ctx) {
    await sweepDisputes(ctx);
  },
};
