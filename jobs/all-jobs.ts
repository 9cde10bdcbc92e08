import type { Job } from './job.ts';
import { refreshCatalogJob } from './refresh-catalog.ts';

/** Every job the runner knows; a queue exists for each. */
export const jobs: Job<never>[] = [refreshCatalogJob];
