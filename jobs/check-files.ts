import { checkDueFiles } from '#shop/delivery/files/check-files.ts';
import type { Job } from './job.ts';

/** A host of many links is asked one link a second. What is left waits for the next run. */
const LONGEST_MS = 15 * 60 * 1000;

export const checkFilesJob: Job = {
  name: 'check-files',
  // Each file once a day; one that failed is asked again after an hour.
  schedule: '7,27,47 * * * *',
  queue: { policy: 'exclusive', expireInSeconds: 3600 },
  async run(ctx, _data, _jobId, signal) {
    const overdue = AbortSignal.timeout(LONGEST_MS);
    await checkDueFiles(ctx, { signal: signal ? AbortSignal.any([signal, overdue]) : overdue });
  },
};
