import { refreshCatalog } from '#shop/catalog/import/refresh-catalog.ts';
import type { Job } from './job.ts';

export const refreshCatalogJob: Job = {
  name: 'refresh-catalog',
  // More often than the hour at which a real catalogue is looked at: a demonstration one should not last.
  schedule: '*/5 * * * *',
  async run(ctx) {
    await refreshCatalog(ctx);
  },
};
