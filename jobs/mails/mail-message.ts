import { messageReceivedMail } from '#emails/message-received.tsx';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { consumeRateLimit, restoreRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { findMessage } from '#shop/messages/find-message.ts';
import { mailJob } from './mail-job.ts';

export const mailMessageJob = mailJob('mail-message', async (ctx, { messageId }, brand) => {
  const message = await findMessage(ctx, messageId);
  if (!message) return null;
  // A sender with many addresses could fill the team's mailbox; the panel has all messages.
  if (!(await consumeRateLimit(ctx, rateLimits.messageMail)).ok) {
    ctx.log.warn('message.not_mailed', { messageId });
    return null;
  }
  const content = messageReceivedMail({ brand, message });
  const onFailure = () => restoreRateLimit(ctx, rateLimits.messageMail);
  return { to: ctx.settings.supportEmail, replyTo: message.email, onFailure, ...content };
});
