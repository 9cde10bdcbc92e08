import { linksDeliveredMail } from '#emails/links-delivered.tsx';
import { sendMail } from '#shop/messages/send-mail.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from './job.ts';
import { mailBrand } from './mail-brand.ts';

export const mailLinksDeliveredJob: Job<{ orderId: string }> = {
  name: 'mail-links-delivered',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId }, jobId) {
    const found = await readOrder(ctx, orderId);
    if (!found || found.order.user_id === null) return;
    const content = linksDeliveredMail({ brand: mailBrand(ctx), ...found });
    await sendMail(ctx, { id: jobId, to: found.order.customer_email, ...content });
  },
};
