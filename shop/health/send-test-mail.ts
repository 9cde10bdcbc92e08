import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { explainMailError } from '#shop/messages/explain-mail-error.ts';
import { sendMail } from '#shop/messages/send-mail.ts';
import { operation } from '#shop/operation.ts';

/** To the address of the account that asks. A person waits for the answer: a sentence without any secret. */
export const sendTestMail = operation(
  {
    id: 'health.mail',
    who: 'settings',
    input: z.object({}),
    output: z.object({ isGood: z.boolean(), text: z.string() }),
    refusals: {},
    limit: 'test-mail',
  },
  async (ctx, { actorUserId }) => {
    const { email: to } = await ctx.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', actorUserId)
      .executeTakeFirstOrThrow();
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
    } catch (error) {
      ctx.log.warn('health.test_mail_failed', { error });
      return { isGood: false, text: explainMailError(error as NodeJS.ErrnoException) };
    }
    return ctx.settings.hasMailServer
      ? { isGood: true, text: `E-mail enviado para ${to}. Veja se ele chegou, e se não caiu no spam.` }
      : { isGood: false, text: 'Sem SMTP_URL nenhum e-mail sai: este virou um arquivo em DATA_DIR/mail.' };
  },
);
