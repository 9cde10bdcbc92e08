import { linksDeliveredMail } from '#emails/links-delivered.tsx';
import { readOrderOfOwner } from '#shop/orders/read-order.ts';
import { orderMailJob } from './mail-job.ts';

export const mailLinksDeliveredJob = orderMailJob('mail-links-delivered', async (ctx, { orderId }, brand) => {
  const order = await readOrderOfOwner(ctx, orderId);
  return order && { order, ...linksDeliveredMail({ brand, order }) };
});
