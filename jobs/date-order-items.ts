import { dateOrderItems } from '#shop/orders/search/date-order-items.ts';
import type { Job } from './job.ts';

/** 100,000 items a minute: a shop with a million orders is done in half an hour. */
export const dateOrderItemsJob: Job = {
  name: 'date-order-items',
  schedule: '* * * * *',
  queue: { policy: 'exclusive' },
  async run(ctx) {
    await dateOrderItems(ctx);
  },
};
