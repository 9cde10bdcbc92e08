import { withdrawalDeclinedMail } from '#emails/withdrawal-declined.tsx';
import type { JobRequest } from '#shop/jobs.ts';
import { findWithdrawalAnswer } from '#shop/orders/find-withdrawal-answer.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailWithdrawalDeclinedJob: Job<
  Extract<JobRequest, { name: 'mail-withdrawal-declined' }>['data']
> = {
  name: 'mail-withdrawal-declined',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId }, jobId) {
    const answer = await findWithdrawalAnswer(ctx, orderId);
    const order = answer === null ? null : await readOrder(ctx, orderId);
    if (answer === null || !order) return;
    await sendOrderMail(ctx, jobId, order, withdrawalDeclinedMail({ brand: mailBrand(ctx), order, answer }));
  },
};
