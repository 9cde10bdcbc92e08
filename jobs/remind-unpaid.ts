import { remindUnpaidOrders } from '#shop/payments/charges/remind-unpaid-orders.ts';
import type { Job } from './job.ts';

export const remindUnpaidJob: Job = {
  name: 'remind-unpaid',
  everySeconds: 15,
  async run(ctx) {
    await remindUnpaidOrders(ctx);
  },
};
