import { skinsUpdatedMail } from '#emails/skins-updated.tsx';
import { listUpdatedSkins } from '#shop/delivery/patch/list-updated-skins.ts';
import { readOrderOfOwner } from '#shop/orders/read-order.ts';
import { askForPush } from '#shop/push/ask-for-push.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';
import { sendOrderMail } from './send-order-mail.ts';

/** It goes where the mails about the last of these purchases went. */
export const mailSkinsUpdatedJob: Job<{ patchId: string; userId: string }> = {
  name: 'mail-skins-updated',
  retries: MAIL_RETRIES,
  async run(ctx, data, jobId) {
    await askForPush(ctx, data.userId, { kind: 'updated', patchId: data.patchId });
    const skins = await listUpdatedSkins(ctx, data);
    const order = skins[0] ? await readOrderOfOwner(ctx, skins[0].orderId) : null;
    // Another patch has begun, or the money went back.
    if (!order) return;
    const content = skinsUpdatedMail({ brand: mailBrand(ctx), customerName: order.customerName, skins });
    await sendOrderMail(ctx, jobId, order, content);
  },
};
