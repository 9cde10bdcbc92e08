import { forgetOld } from '#shop/retention/forget-old.ts';
import type { Job } from './job.ts';

export const forgetOldJob: Job = {
  name: 'forget-old',
  // 04:00 in São Paulo, before the vacuum that clears up after it.
  schedule: '0 7 * * *',
  // The first night of a shop that has grown for years takes minutes.
  queue: { policy: 'exclusive', expireInSeconds: 3600 },
  async run(ctx) {
    await forgetOld(ctx);
  },
};
