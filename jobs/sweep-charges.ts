import { sweepCharges } from '#shop/payments/charges/sweep-charges.ts';
import type { Job } from './job.ts';

export const sweepChargesJob: Job = {
  name: 'sweep-charges',
  // Nobody waits for a cron's minute: somebody may stand in front of the payment page.
  everySeconds: 5,
  async run(ctx) {
    await sweepCharges(ctx);
  },
};
