import { chargedBackMail } from '#emails/charged-back.tsx';
import type { JobRequest } from '#shop/jobs.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailChargedBackJob: Job<Extract<JobRequest, { name: 'mail-charged-back' }>['data']> = {
  name: 'mail-charged-back',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId, amountCents }, jobId) {
    const order = await readOrder(ctx, orderId);
    if (!order) return;
    const content = chargedBackMail({ brand: mailBrand(ctx), order, amountCents });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
