import { messageReceivedMail } from '#emails/message-received.tsx';
import { findMessage } from '#shop/messages/find-message.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import type { Job } from './job.ts';
import { mailBrand } from './mail-brand.ts';

export const mailMessageJob: Job<{ messageId: string }> = {
  name: 'mail-message',
  async run(ctx, { messageId }, jobId) {
    const message = await findMessage(ctx, messageId);
    if (!message) return;
    await sendMail(ctx, {
      id: jobId,
      to: ctx.settings.supportEmail,
      replyTo: message.email,
      ...messageReceivedMail({ brand: mailBrand(ctx), message }),
    });
  },
};
