import { skinsUpdatedMail } from '#emails/skins-updated.tsx';
import { listUpdatedSkins } from '#shop/delivery/patch/list-updated-skins.ts';
import { readOrderOfOwner } from '#shop/orders/read-order.ts';
import { orderMailJob } from './mail-job.ts';

/** It goes where the mails about the last of these purchases went. */
export const mailSkinsUpdatedJob = orderMailJob('mail-skins-updated', async (ctx, data, brand) => {
  const skins = await listUpdatedSkins(ctx, data);
  const order = skins[0] ? await readOrderOfOwner(ctx, skins[0].orderId) : null;
  // Another patch has begun, or the money went back.
  return order && { order, ...skinsUpdatedMail({ brand, customerName: order.customerName, skins }) };
});
