import { paymentConfirmedMail } from '#emails/payment-confirmed.tsx';
import { sendMail } from '#shop/messages/send-mail.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from './job.ts';
import { mailBrand } from './mail-brand.ts';

export const mailPaymentConfirmedJob: Job<{ orderId: string }> = {
  name: 'mail-payment-confirmed',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId }, jobId) {
    const found = await readOrder(ctx, orderId);
    // Without a user the account is gone and the order no longer knows a person (ruling 15).
    if (!found || found.order.user_id === null) return;
    const content = paymentConfirmedMail({ brand: mailBrand(ctx), ...found });
    await sendMail(ctx, { id: jobId, to: found.order.customer_email, ...content });
  },
};
