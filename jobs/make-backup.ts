import type { Job } from './job.ts';

export const makeBackupJob: Job = {
  name: 'make-backup',
  // 05:00 in São Paulo, when the vacuum is done.
  schedule: '0 8 * * *',
  queue: { policy: 'exclusive', expireInSeconds: 4 * 3600 },
  async run(ctx) {
    await ctx.makeBackup?.();
  },
};
