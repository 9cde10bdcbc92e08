import { giftKeptMail } from '#emails/gift-kept.tsx';
import type { JobRequest } from '#shop/jobs.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { buyerName, sendGiftMail } from './send-gift-mail.ts';
import { sendOrderMail } from './send-order-mail.ts';

export const mailGiftKeptJob: Job<Extract<JobRequest, { name: 'mail-gift-kept' }>['data']> = {
  name: 'mail-gift-kept',
  retries: MAIL_RETRIES,
  async run(ctx, { giftId, to }, jobId) {
    const gift = await ctx.db.selectFrom('gifts').selectAll().where('id', '=', giftId).executeTakeFirst();
    const order = gift && (await readOrder(ctx, gift.order_id, 'order_items'));
    const skin = order?.items[0];
    if (!gift || !order || !skin) return;
    // A buyer who owned the skin already gets the money back instead.
    const isReturned = gift.status === 'withdrawn';
    const content = giftKeptMail({
      brand: mailBrand(ctx),
      to,
      buyerName: buyerName(order),
      skin,
      isReturned,
    });
    if (to === 'buyer') await sendOrderMail(ctx, jobId, order, content);
    else await sendGiftMail(ctx, jobId, gift.receiver_email, content);
  },
};
