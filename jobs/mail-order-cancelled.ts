import { orderCancelledMail } from '#emails/order-cancelled.tsx';
import type { JobRequest } from '#shop/jobs.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from './job.ts';
import { mailBrand } from './mail-brand.ts';

export const mailOrderCancelledJob: Job<Extract<JobRequest, { name: 'mail-order-cancelled' }>['data']> = {
  name: 'mail-order-cancelled',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId, refundCents, isSettled = false }, jobId) {
    const found = await readOrder(ctx, orderId);
    if (!found || found.order.user_id === null) return;
    const content = orderCancelledMail({ brand: mailBrand(ctx), ...found, refundCents, isSettled });
    await sendMail(ctx, { id: jobId, to: found.order.customer_email, ...content });
  },
};
