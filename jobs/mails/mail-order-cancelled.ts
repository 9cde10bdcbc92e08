import { orderCancelledMail } from '#emails/order-cancelled.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { orderMailJob } from './mail-job.ts';

export const mailOrderCancelledJob = orderMailJob(
  'mail-order-cancelled',
  async (ctx, { orderId, refundCents, isSettled = false }, brand) => {
    const order = await readOrder(ctx, orderId);
    return order && { order, ...orderCancelledMail({ brand, order, refundCents, isSettled }) };
  },
);
