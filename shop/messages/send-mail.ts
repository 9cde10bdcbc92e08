import type { OutwardContext } from '#shop/context.ts';
import type { Mail } from './mailer.ts';

// One address, without any character that could break a mail header or add a second recipient.
// oxlint-disable-next-line no-control-regex
const ADDRESS = /^[^\s\u0000-\u001f\u007f@<>"(),:;]{1,64}@[^\s\u0000-\u001f\u007f@<>"(),:;]{1,190}$/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g;

/**
 * Every mail goes through this function: one recipient, a subject of one line. A mail to an invalid
 * address is logged and dropped, because a retry would fail too.
 */
export async function sendMail(ctx: Pick<OutwardContext, 'mailer' | 'log'>, mail: Mail): Promise<void> {
  if (!ADDRESS.test(mail.to)) {
    ctx.log.error('mail.bad_address', { mailId: mail.id });
    return;
  }
  // The buyer of the order has been forgotten (docs/retention.md). A mail server would be asked for days.
  if (mail.to.endsWith('@invalid')) {
    ctx.log.info('mail.to_nobody', { mailId: mail.id });
    return;
  }
  const { replyTo, ...rest } = mail;
  // The mail goes out without an invalid reply address.
  const isReplyable = replyTo !== undefined && ADDRESS.test(replyTo);
  if (replyTo !== undefined && !isReplyable) ctx.log.warn('mail.bad_reply_address', { mailId: mail.id });
  await ctx.mailer.send({
    ...rest,
    ...(isReplyable ? { replyTo } : {}),
    subject: mail.subject.replace(CONTROL, ' ').trim(),
  });
  ctx.log.info('mail.sent', { mailId: mail.id });
}
