import { carryOutRescues } from '#shop/accounts/rescue/carry-out-rescues.ts';
import type { Job } from './job.ts';

export const carryOutRescuesJob: Job = {
  name: 'carry-out-rescues',
  // A day is promised, so five minutes more are nothing.
  schedule: '*/5 * * * *',
  queue: { policy: 'exclusive' },
  async run(ctx) {
    await carryOutRescues(ctx);
  },
};
