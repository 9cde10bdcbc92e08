import type { OutwardContext } from '#shop/context.ts';
import { explainMailError } from '#shop/messages/explain-mail-error.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import type { AlertMessage, ChannelAnswer } from './alert-message.ts';

/**
 * One mail for each address of staff. Lines of ours alone: no component of `emails/`, so that the panel's test button
 * can send it too.
 */
export async function sendAlertMail(
  ctx: OutwardContext,
  { id, lines }: AlertMessage,
): Promise<ChannelAnswer> {
  const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const sent = await Promise.allSettled(
    ctx.settings.alertEmails.map((to, index) =>
      sendMail(ctx, {
        id: `${id}-${index}`,
        to,
        subject: `[${ctx.settings.brandName}] ${lines[0]}`,
        html: `<!doctype html><html lang="pt-BR"><body>${html}</body></html>`,
        text: lines.join('\n'),
      }),
    ),
  );
  const failed = sent.filter((result) => result.status === 'rejected');
  for (const { reason } of failed) ctx.log.warn('alert.mail_failed', { error: reason as unknown });
  if (failed.length === 0) return { ok: true };
  return {
    ok: false,
    error: explainMailError(failed[0]!.reason as NodeJS.ErrnoException),
    ...(failed.length < sent.length && { reached: true }),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
