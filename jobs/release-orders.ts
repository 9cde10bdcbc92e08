import { releaseOrders } from '#shop/delivery/patch/release-orders.ts';
import type { Job } from './job.ts';

export const releaseOrdersJob: Job = {
  name: 'release-orders',
  // A file becomes ready at several places, and its buyers wait already. Mostly it reads an empty table.
  everySeconds: 5,
  async run(ctx) {
    await releaseOrders(ctx);
  },
};
