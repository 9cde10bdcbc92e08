import { z } from 'zod';
import type { OutwardContext } from '#shop/context.ts';
import { explainRefusedCall } from '#shop/outgoing/explain-refused-call.ts';
import type { AlertMessage, ChannelAnswer } from './alert-message.ts';
import { readBody, readWait } from './read-answer.ts';

const refusal = z.object({
  description: z.string().catch(''),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() })
    .catch({}),
});

/** `sendMessage` of the Bot API, as plain text. */
export async function sendTelegram(ctx: OutwardContext, { lines }: AlertMessage): Promise<ChannelAnswer> {
  const { telegramUrl, telegramBotToken, telegramChatId } = ctx.settings;
  // It becomes a part of the path.
  if (!/^\d+:[\w-]+$/.test(telegramBotToken ?? ''))
    return { ok: false, error: 'Este não é o token de um bot do Telegram. Copie-o do @BotFather.' };
  const answer = await ctx.callOutside({
    url: `${telegramUrl}/bot${telegramBotToken}/sendMessage`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: telegramChatId,
      text: lines.join('\n'),
      link_preview_options: { is_disabled: true },
    }),
  });
  if (!answer.ok) return { ok: false, error: explainRefusedCall(answer.reason) };
  const { status } = answer;
  if (status < 300) return { ok: true };
  const { description, parameters } = refusal.safeParse(readBody(answer.text)).data ?? {
    description: '',
    parameters: {},
  };
  switch (status) {
    case 429:
      return {
        ok: false,
        error: 'O Telegram recebeu mensagens demais deste bot e pediu para esperar.',
        ...readWait(parameters.retry_after),
      };
    case 401:
    case 404:
      return { ok: false, error: 'O Telegram não conhece este bot. Confira o token com o @BotFather.' };
    case 403:
      return {
        ok: false,
        error:
          'O bot não pode escrever nessa conversa. Ponha-o no grupo, ou mande /start para ele na conversa.',
      };
    case 400:
      if (parameters.migrate_to_chat_id !== undefined)
        return {
          ok: false,
          error: `O grupo do Telegram mudou de número. Use ${parameters.migrate_to_chat_id}.`,
        };
      if (/chat not found/i.test(description))
        return { ok: false, error: 'O Telegram não encontrou essa conversa. Confira o número ou o @nome.' };
  }
  return { ok: false, error: `O Telegram não aceitou a mensagem (HTTP ${status}).` };
}
