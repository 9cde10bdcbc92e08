import { randomUUID } from 'node:crypto';
import type { OutwardContext } from '#shop/context.ts';
import { isConfigured, type Channel, type ChannelAnswer } from './channel.ts';
import { sendToChannel } from './send-to-channel.ts';

/** A person waits for the answer. A channel that works takes its entry in 'Atenção' away. */
export async function testChannel(ctx: OutwardContext, channel: Channel): Promise<ChannelAnswer> {
  if (!isConfigured(ctx.settings, channel))
    return { ok: false, error: 'Este canal ainda não está configurado. Salve os dados dele antes do teste.' };
  const answer = await sendToChannel(ctx, channel, {
    id: `teste-${randomUUID()}`,
    lines: [`Teste dos avisos da loja ${ctx.settings.brandName}. Se você lê isto, o canal funciona.`],
  });
  if (answer.ok) {
    await ctx.db
      .updateTable('alert_channels')
      .set({ tested_at: ctx.now() })
      .where('channel', '=', channel)
      .execute();
    await ctx.transaction(async (tx) => {
      const lifted = await tx
        .updateTable('alert_channels')
        .set({ failing_since: null, failure: null, next_at: ctx.now() })
        .where('channel', '=', channel)
        .where('failing_since', 'is not', null)
        .returning('channel')
        .executeTakeFirst();
      if (lifted) await ctx.publish(tx, { topic: 'staff', event: 'attention', data: {} });
    });
  }
  return answer;
}
