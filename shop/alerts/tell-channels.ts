import type { OutwardContext } from '#shop/context.ts';
import { tell } from '#shop/events/tell.ts';
import type { ChannelAnswer } from './alert-message.ts';
import { CHANNELS, usedChannels, type Channel } from './channel.ts';
import { describeAlarms } from './describe-alarms.ts';
import { findStaffPlace } from './find-staff-place.ts';
import { refreshAlarms } from './refresh-alarms.ts';

/** At most one message a minute for each channel. */
const PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 15 * 60;
/** Longer than twenty mails to a silent server take. Whoever died while sending is then replaced. */
const CLAIM_SECONDS = 120;

/**
 * Tells each channel what is new, together with everything that is still so. It sends first and writes down after: a
 * process that dies in between makes one message come twice, which is better than one that never comes.
 */
export async function tellChannels(ctx: OutwardContext): Promise<void> {
  // Also without a channel: /metrics counts the alarms.
  const newest = await refreshAlarms(ctx);
  await Promise.all(usedChannels(ctx.settings).map((channel) => tellChannel(ctx, channel, newest)));
}

async function tellChannel(ctx: OutwardContext, channel: Channel, newest: number): Promise<void> {
  const claimed = await ctx.db
    .updateTable('alert_channels')
    .set({ next_at: after(ctx, CLAIM_SECONDS) })
    .where('channel', '=', channel)
    .where('told_alarm', '<', newest)
    .where('next_at', '<=', ctx.now())
    .returning('failing_since')
    .executeTakeFirst();
  if (!claimed) return;
  const lines = await describeAlarms(ctx);
  if (lines.length === 0) return;
  const message = {
    id: `alerta-${newest}`,
    lines: [...lines, ctx.settings.appUrl + (await findStaffPlace(ctx))],
  };
  const answer = await CHANNELS[channel].send(ctx, message);
  const told = answer.ok || answer.reached ? { told_alarm: newest } : {};
  await ctx.transaction(async (tx) => {
    await tx
      .updateTable('alert_channels')
      .set({ ...told, ...(answer.ok ? works(ctx) : fails(ctx, claimed.failing_since, answer)) })
      .where('channel', '=', channel)
      .execute();
    if (answer.ok === (claimed.failing_since === null)) return;
    await tell(ctx, tx, { name: 'attention.changed' });
  });
  if (answer.ok) ctx.log.info('alert.sent', { channel, alarm: newest });
  else ctx.log.warn('alert.failed', { channel, failure: answer.error });
}

function works(ctx: OutwardContext) {
  return { next_at: after(ctx, PAUSE_SECONDS), failing_since: null, failure: null };
}

/** The longer a channel fails, the longer the pauses, unless somebody reads it all the same. */
function fails(
  ctx: OutwardContext,
  failingSince: Date | null,
  { error, reached, retryAfterSeconds = 0 }: Extract<ChannelAnswer, { ok: false }>,
) {
  const now = ctx.now();
  const seconds = (now.getTime() - (failingSince ?? now).getTime()) / 1000;
  const longer = Math.min(LONGEST_PAUSE_SECONDS, Math.max(PAUSE_SECONDS, seconds / 2));
  const pause = reached ? PAUSE_SECONDS : longer;
  return {
    next_at: after(ctx, Math.max(pause, retryAfterSeconds)),
    failing_since: failingSince ?? now,
    failure: error,
  };
}

function after(ctx: OutwardContext, seconds: number): Date {
  return new Date(ctx.now().getTime() + seconds * 1000);
}
