import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import type { Job } from './job.ts';

export const sweepChargesJob: Job = {
  name: 'sweep-charges',
  // Faster than cron's minute: a buyer may be waiting on the payment page.
  everySeconds: 5,
  async run(ctx) {
    await sweepCharges(ctx);
  },
};
