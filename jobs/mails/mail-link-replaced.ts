import { linkReplacedMail } from '#emails/link-replaced.tsx';
import { readOrderOfOwner } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailLinkReplacedJob: Job<{ orderId: string; itemId: string }> = {
  name: 'mail-link-replaced',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId, itemId }, jobId) {
    const order = await readOrderOfOwner(ctx, orderId);
    const item = order?.items.find((each) => each.id === itemId);
    if (!order || !item?.downloadLink) return;
    const content = linkReplacedMail({
      brand: mailBrand(ctx),
      order,
      skin: { ...item, downloadLink: item.downloadLink },
    });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
