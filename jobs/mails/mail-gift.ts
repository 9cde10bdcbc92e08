import { giftMail } from '#emails/gift.tsx';
import { addressGift } from '#shop/gifts/address-gift.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { JobRequest } from '#shop/jobs.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { buyerName, sendGiftMail } from './send-gift-mail.ts';

/** The one mail to an address that nobody proved: money arrived for it (ruling 27). */
export const mailGiftJob: Job<Extract<JobRequest, { name: 'mail-gift' }>['data']> = {
  name: 'mail-gift',
  retries: MAIL_RETRIES,
  async run(ctx, { giftId, corrections }, jobId) {
    const gift = await ctx.db.selectFrom('gifts').selectAll().where('id', '=', giftId).executeTakeFirst();
    // Claimed by a mail of an earlier try, or its money went back.
    if (gift?.status !== 'offered' || gift.receiver_email === null || gift.expires_at === null) return;
    if (corrections !== undefined && corrections !== gift.corrections) return;
    const order = await readOrder(ctx, gift.order_id, 'order_items');
    const [url, skin] = [await addressGift(ctx, gift), order?.items[0]];
    if (!order || !skin || url === null) return;
    const content = giftMail({
      brand: mailBrand(ctx),
      buyerName: buyerName(order),
      message: gift.message,
      skin,
      url,
      expiresAt: gift.expires_at,
    });
    await sendGiftMail(ctx, jobId, gift.receiver_email, content);
  },
};
