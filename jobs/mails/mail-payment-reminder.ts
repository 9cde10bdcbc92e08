import { paymentReminderMail } from '#emails/payment-reminder.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { findCodeToRemindOf } from '#shop/payments/charges/find-code-to-remind-of.ts';
import { orderMailJob } from './mail-job.ts';

/** Between the request and now the order may have been paid, cancelled or left alone until its code expired. */
export const mailPaymentReminderJob = orderMailJob(
  'mail-payment-reminder',
  async (ctx, { orderId }, brand) => {
    const order = await readOrder(ctx, orderId);
    const code = await findCodeToRemindOf(ctx, orderId);
    return order && code && { order, ...paymentReminderMail({ brand, order, expiresAt: code.expiresAt }) };
  },
);
