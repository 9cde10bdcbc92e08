import type { ShopContext } from '#shop/context.ts';
import { usedChannels, type Channel } from './channel.ts';

export interface FailingChannel {
  channel: Channel;
  since: Date;
  failure: string;
}

/** Channels that staff use and that failed the last time. Staff only: the caller checks the role. */
export async function listFailingChannels(ctx: ShopContext): Promise<FailingChannel[]> {
  const used = usedChannels(ctx.settings);
  if (used.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('alert_channels')
    .select(['channel', 'failing_since', 'failure'])
    .where('channel', 'in', used)
    .where('failing_since', 'is not', null)
    .orderBy('failing_since')
    .$narrowType<{ channel: Channel }>()
    .execute();
  return rows.map(({ channel, failing_since, failure }) => ({
    channel,
    since: failing_since!,
    failure: failure!,
  }));
}
