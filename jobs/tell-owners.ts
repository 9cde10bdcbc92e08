import { tellOwners } from '#shop/delivery/patch/tell-owners.ts';
import type { Job } from './job.ts';

export const tellOwnersJob: Job = {
  name: 'tell-owners',
  everySeconds: 15,
  async run(ctx) {
    await tellOwners(ctx);
  },
};
