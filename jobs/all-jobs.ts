import type { Job } from './job.ts';

/** Every job the runner knows; a queue exists for each. */
export const jobs: Job<never>[] = [];
