import { paymentConfirmedMail } from '#emails/payment-confirmed.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { askForPush } from '#shop/push/ask-for-push.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailPaymentConfirmedJob: Job<{ orderId: string }> = {
  name: 'mail-payment-confirmed',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId }, jobId) {
    const order = await readOrder(ctx, orderId);
    if (!order) return;
    await askForPush(ctx, order.userId, { kind: 'paid', orderId });
    const content = paymentConfirmedMail({ brand: mailBrand(ctx), order });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
