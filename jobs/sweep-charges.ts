import { sweepCharges } from '#shop/payments/sweep-charges.ts';
import type { Job } from './job.ts';

export const sweepChargesJob: Job = {
  name: 'sweep-charges',
  schedule: '* * * * *',
  async run(ctx) {
    await sweepCharges(ctx);
  },
};
