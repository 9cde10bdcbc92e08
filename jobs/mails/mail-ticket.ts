import { ticketAnsweredMail } from '#emails/ticket-answered.ts';
import { ticketWrittenMail } from '#emails/ticket-written.ts';
import { consumeRateLimit, restoreRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { findMailedReply } from '#shop/tickets/find-mailed-reply.ts';
import { findTicketRecipient } from '#shop/tickets/find-ticket-recipient.ts';
import { mailJob } from './mail-job.ts';

/** Each message of a thread is told to the other side: to the team, or to the customer. */
export const mailTicketJob = mailJob('mail-ticket', async (ctx, { replyId }, brand) => {
  const reply = await findMailedReply(ctx, replyId);
  if (!reply) return null;
  if (reply.fromStaff) {
    const recipient = await findTicketRecipient(ctx, reply);
    // The screen tells it.
    if (!recipient) return null;
    const content = ticketAnsweredMail({ brand, customerName: recipient.name, ticket: reply });
    return { to: recipient.address, ...content };
  }
  // Many messages of a few people could fill the team's mailbox; the panel has them all.
  if (!(await consumeRateLimit(ctx, rateLimits.messageMail)).ok) {
    ctx.log.warn('message.not_mailed', { replyId });
    return null;
  }
  const skin = reply.sku === null ? null : (ctx.catalog.current().findSkin(reply.sku)?.name ?? null);
  const content = ticketWrittenMail({ brand, ticket: { ...reply, orderId: reply.order_id, skin } });
  const onFailure = () => restoreRateLimit(ctx, rateLimits.messageMail);
  return { to: ctx.settings.supportEmail, replyTo: reply.email, onFailure, ...content };
});
