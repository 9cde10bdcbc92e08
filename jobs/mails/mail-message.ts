import { messageReceivedMail } from '#emails/message-received.tsx';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { findMessage } from '#shop/messages/find-message.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';

export const mailMessageJob: Job<{ messageId: string }> = {
  name: 'mail-message',
  retries: MAIL_RETRIES,
  async run(ctx, { messageId }, jobId) {
    const message = await findMessage(ctx, messageId);
    if (!message) return;
    // A sender with many addresses could fill the team's mailbox; the panel has all messages.
    if (!(await consumeRateLimit(ctx, rateLimits.messageMail)).ok) {
      ctx.log.warn('message.not_mailed', { messageId });
      return;
    }
    await sendMail(ctx, {
      id: jobId,
      to: ctx.settings.supportEmail,
      replyTo: message.email,
      ...messageReceivedMail({ brand: mailBrand(ctx), message }),
    });
  },
};
