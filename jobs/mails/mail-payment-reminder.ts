import { paymentReminderMail } from '#emails/payment-reminder.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { findCodeToRemindOf } from '#shop/payments/charges/find-code-to-remind-of.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

/** Between the request and now the order may have been paid, cancelled or left alone until its code expired. */
export const mailPaymentReminderJob: Job<{ orderId: string }> = {
  name: 'mail-payment-reminder',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId }, jobId) {
    const order = await readOrder(ctx, orderId);
    const code = await findCodeToRemindOf(ctx, orderId);
    if (!order || !code) return;
    const content = paymentReminderMail({ brand: mailBrand(ctx), order, expiresAt: code.expiresAt });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
