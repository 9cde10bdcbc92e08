import { ticketAnsweredMail } from '#emails/ticket-answered.tsx';
import { ticketWrittenMail } from '#emails/ticket-written.tsx';
import { consumeRateLimit } from '#shop/limits/consume-rate-limit.ts';
import { rateLimits } from '#shop/limits/rate-limits.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { MAIL_RETRIES } from '#shop/retry-policy.ts';
import { findMailedReply } from '#shop/tickets/find-mailed-reply.ts';
import { findTicketRecipient } from '#shop/tickets/find-ticket-recipient.ts';
import type { Job } from '../job.ts';
import { mailBrand } from './mail-brand.ts';

/** Each message of a thread is told to the other side: to the team, or to the customer. */
export const mailTicketJob: Job<{ replyId: string }> = {
  name: 'mail-ticket',
  retries: MAIL_RETRIES,
  async run(ctx, { replyId }, jobId) {
    const reply = await findMailedReply(ctx, replyId);
    if (!reply) return;
    const brand = mailBrand(ctx);
    if (reply.fromStaff) {
      const recipient = await findTicketRecipient(ctx, reply);
      // The screen tells it.
      if (!recipient) return;
      await sendMail(ctx, {
        id: jobId,
        to: recipient.address,
        ...ticketAnsweredMail({ brand, customerName: recipient.name, ticket: reply }),
      });
      return;
    }
    // Many messages of a few people could fill the team's mailbox; the panel has them all.
    if (!(await consumeRateLimit(ctx, rateLimits.messageMail)).ok) {
      ctx.log.warn('message.not_mailed', { replyId });
      return;
    }
    const skin =
      reply.champion_id === null || reply.skin_num === null
        ? null
        : (ctx.catalog.current().findSkin(reply.champion_id, reply.skin_num)?.name ?? null);
    await sendMail(ctx, {
      id: jobId,
      to: ctx.settings.supportEmail,
      replyTo: reply.email,
      ...ticketWrittenMail({ brand, ticket: { ...reply, orderId: reply.order_id, skin } }),
    });
  },
};
