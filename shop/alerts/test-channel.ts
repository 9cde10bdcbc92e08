import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import { operation } from '#shop/operation.ts';
import type { ChannelAnswer } from './alert-message.ts';
import { CHANNELS, type Channel } from './channel.ts';

/** A person waits for the answer. A channel that works takes its entry in 'Atenção' away. */
export async function testChannel(ctx: OutwardContext, channel: Channel): Promise<ChannelAnswer> {
  if (!CHANNELS[channel].isSet(ctx.settings))
    return { ok: false, error: 'Este canal ainda não está configurado. Salve os dados dele antes do teste.' };
  const answer = await CHANNELS[channel].send(ctx, {
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
      if (lifted) await tell(ctx, tx, { name: 'attention.changed' });
    });
  }
  return answer;
}

/** Sends a message now, and says what went wrong. */
export const tryChannel = operation(
  {
    id: 'channels.test',
    who: 'settings',
    limit: 'test-channel',
    input: z.object({ channel: z.literal(Object.keys(CHANNELS) as Channel[]) }),
    output: z
      .object({ works: z.boolean(), error: z.string().optional() })
      .transform(({ works, ...tested }) => ({ ok: works, ...tested })),
    refusals: {},
  },
  async (ctx, { channel }) => {
    const tested = await testChannel(ctx, channel);
    return tested.ok ? { works: true } : { works: false, error: tested.error };
  },
);
