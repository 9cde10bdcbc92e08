import { linkReplacedMail } from '#emails/link-replaced.tsx';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from './job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailLinkReplacedJob: Job<{ orderId: string; itemId: string }> = {
  name: 'mail-link-replaced',
  retries: MAIL_RETRIES,
  async run(ctx, { orderId, itemId }, jobId) {
    const found = await readOrder(ctx, orderId);
    const item = found?.items.find((each) => each.id === itemId);
    if (!found || !item?.download_link) return;
    const content = linkReplacedMail({
      brand: mailBrand(ctx),
      order: found.order,
      skin: { ...item, download_link: item.download_link },
    });
    await sendOrderMail(ctx, jobId, found.order, content);
  },
};
