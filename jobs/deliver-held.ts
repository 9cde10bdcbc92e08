import { deliverHeld } from '#shop/delivery/desk/deliver-held.ts';
import type { Job } from './job.ts';

export const deliverHeldJob: Job = {
  name: 'deliver-held',
  // A buyer waits for it. Mostly it reads an empty table.
  everySeconds: 5,
  async run(ctx) {
    await deliverHeld(ctx);
  },
};
