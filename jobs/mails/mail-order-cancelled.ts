import { orderCancelledMail } from '#emails/order-cancelled.tsx';
import type { JobRequest } from '#shop/jobs.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailOrderCancelledJob: Job<Extract<JobRequest, { name: 'mail-order-cancelled' }>['data']> = {
  name: 'mail-order-cancelled',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId, refundCents, isSettled = false }, jobId) {
    const order = await readOrder(ctx, orderId);
    if (!order) return;
    const content = orderCancelledMail({ brand: mailBrand(ctx), order, refundCents, isSettled });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
