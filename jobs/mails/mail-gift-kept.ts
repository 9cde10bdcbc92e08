import { giftKeptMail } from '#emails/gift-kept.ts';
import { readOrder } from '#shop/orders/read-order.ts';
import { buyerName } from './buyer-name.ts';
import { mailJob } from './mail-job.ts';

export const mailGiftKeptJob = mailJob('mail-gift-kept', async (ctx, { giftId, to }, brand) => {
  const gift = await ctx.db.selectFrom('gifts').selectAll().where('id', '=', giftId).executeTakeFirst();
  const order = gift && (await readOrder(ctx, gift.order_id, 'owed_items'));
  const skin = order?.items[0];
  if (!gift || !order || !skin) return null;
  // A buyer who owned the skin already gets the money back instead.
  const isRefunded = gift.status === 'withdrawn';
  const content = giftKeptMail({ brand, to, buyerName: buyerName(order), skin, isRefunded });
  if (to === 'buyer') return { order, ...content };
  // The address that got the gift's own mail. null: it is forgotten.
  return gift.receiver_email === null ? null : { to: gift.receiver_email, ...content };
});
