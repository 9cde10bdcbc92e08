import { chargedBackMail } from '#emails/charged-back.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { orderMailJob } from './mail-job.ts';

export const mailChargedBackJob = orderMailJob(
  'mail-charged-back',
  async (ctx, { orderId, amountCents }, brand) => {
    const order = await readOrder(ctx, orderId);
    return order && { order, ...chargedBackMail({ brand, order, amountCents }) };
  },
);
