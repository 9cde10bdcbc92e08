import { refundMail } from '#emails/refund.tsx';
import type { JobRequest } from '#shop/jobs.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { findRefund } from '#shop/refunds/find-refund.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailRefundJob: Job<Extract<JobRequest, { name: 'mail-refund' }>['data']> = {
  name: 'mail-refund',
  retries: MAIL_RETRIES,
  async run(ctx, { refundId, news }, jobId) {
    const refund = await findRefund(ctx, refundId);
    const order = refund && (await readOrder(ctx, refund.orderId));
    if (!order) return;
    const content = refundMail({
      brand: mailBrand(ctx),
      order,
      amountCents: refund.amountCents,
      news,
      isWhole: refund.isWhole,
      isManual: refund.isManual,
    });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
