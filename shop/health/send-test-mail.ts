import { randomUUID } from 'node:crypto';
import type { OutwardContext } from '#shop/context.ts';
import { explainMailError } from '#shop/messages/explain-mail-error.ts';
import { sendMail } from '#shop/messages/send-mail.ts';

/** To the address of the account that asks. A person waits for the answer; `error` is a sentence without any secret. */
export async function sendTestMail(
  ctx: OutwardContext,
  to: string,
): Promise<{ ok: true } | { ok: false; error: string }> {
  const text =
    'Este é um e-mail de teste da loja. Se você o lê na caixa de entrada, os clientes também leem os deles.';
  try {
    await sendMail(ctx, {
      id: `teste-${randomUUID()}`,
      to,
      subject: `[${ctx.settings.brandName}] E-mail de teste`,
      html: `<!doctype html><html lang="pt-BR"><body><p>${text}</p></body></html>`,
      text,
    });
    return { ok: true };
  } catch (error) {
    ctx.log.warn('health.test_mail_failed', { error });
    return { ok: false, error: explainMailError(error as NodeJS.ErrnoException) };
  }
}
