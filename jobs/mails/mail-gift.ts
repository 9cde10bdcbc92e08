import { giftMail } from '#emails/gift.tsx';
import { addressGift } from '#shop/gifts/address-gift.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { buyerName } from './buyer-name.ts';
import { mailJob } from './mail-job.ts';

/** The one mail to an address that nobody proved: money arrived for it. */
export const mailGiftJob = mailJob('mail-gift', async (ctx, { giftId, corrections }, brand) => {
  const gift = await ctx.db.selectFrom('gifts').selectAll().where('id', '=', giftId).executeTakeFirst();
  // Claimed by a mail of an earlier try, or its money went back.
  if (gift?.status !== 'offered' || gift.receiver_email === null || gift.expires_at === null) return null;
  if (corrections !== undefined && corrections !== gift.corrections) return null;
  const order = await readOrder(ctx, gift.order_id, 'owed_items');
  const [url, skin] = [await addressGift(ctx, gift), order?.items[0]];
  if (!order || !skin || url === null) return null;
  const { message, expires_at: expiresAt } = gift;
  const content = giftMail({ brand, buyerName: buyerName(order), message, skin, url, expiresAt });
  return { to: gift.receiver_email, ...content };
});
