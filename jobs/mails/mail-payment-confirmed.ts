import { paymentConfirmedMail } from '#emails/payment-confirmed.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { orderMailJob } from './mail-job.ts';

export const mailPaymentConfirmedJob = orderMailJob(
  'mail-payment-confirmed',
  async (ctx, { orderId }, brand) => {
    const order = await readOrder(ctx, orderId);
    return order && { order, ...paymentConfirmedMail({ brand, order }) };
  },
);
