import { linksDeliveredMail } from '#emails/links-delivered.tsx';
import { readOrderOfOwner } from '#shop/orders/read-order.ts';
import { askForPush } from '#shop/push/ask-for-push.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailLinksDeliveredJob: Job<{ orderId: string }> = {
  name: 'mail-links-delivered',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId }, jobId) {
    const order = await readOrderOfOwner(ctx, orderId);
    if (!order) return;
    await askForPush(ctx, order.userId, { kind: 'delivered', orderId });
    const content = linksDeliveredMail({ brand: mailBrand(ctx), order });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
