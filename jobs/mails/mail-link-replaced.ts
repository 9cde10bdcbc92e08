import { linkReplacedMail } from '#emails/link-replaced.tsx';
import { readOrderOfOwner } from '#shop/orders/read-order.ts';
import { orderMailJob } from './mail-job.ts';

export const mailLinkReplacedJob = orderMailJob(
  'mail-link-replaced',
  async (ctx, { orderId, itemId }, brand) => {
    const order = await readOrderOfOwner(ctx, orderId);
    const item = order?.items.find((each) => each.id === itemId);
    if (!order || !item?.downloadLink) return null;
    const skin = { ...item, downloadLink: item.downloadLink };
    return { order, ...linkReplacedMail({ brand, order, skin }) };
  },
);
