import { z } from 'zod';
import type { OutwardContext } from '#shop/context.ts';
import { explainRefusedCall } from '#shop/outgoing/explain-refused-call.ts';
import { refuseDiscordWebhook } from '#shop/settings/check-channel.ts';
import type { AlertMessage, ChannelAnswer } from './alert-message.ts';
import { readBody, readWait } from './read-answer.ts';

const limited = z.object({ retry_after: z.number().positive() });

/** Executes the webhook of a Discord channel. It mentions nobody. */
export async function sendDiscord(ctx: OutwardContext, { lines }: AlertMessage): Promise<ChannelAnswer> {
  const url = ctx.settings.discordWebhook ?? '';
  const refusal = refuseDiscordWebhook(ctx.settings, url);
  if (refusal !== null) return { ok: false, error: refusal };
  const answer = await ctx.callOutside({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: lines.join('\n'), allowed_mentions: { parse: [] } }),
  });
  if (!answer.ok) return { ok: false, error: explainRefusedCall(answer.reason) };
  const { status } = answer;
  if (status < 300) return { ok: true };
  switch (status) {
    case 429: {
      const said = limited.safeParse(readBody(answer.text)).data?.retry_after;
      return {
        ok: false,
        error: 'O Discord recebeu mensagens demais deste webhook e pediu para esperar.',
        ...readWait(said ?? Number(answer.headers['retry-after'])),
      };
    }
    case 401:
    case 404:
      return {
        ok: false,
        error: 'O Discord não conhece este webhook: foi apagado lá, ou o endereço está incompleto.',
      };
    default:
      return { ok: false, error: `O Discord não aceitou a mensagem (HTTP ${status}).` };
  }
}
