import type { OutwardContext } from '#shop/context.ts';
import type { AlertMessage, Channel, ChannelAnswer } from './channel.ts';
import { sendAlertMail } from './send-alert-mail.ts';
import { sendDiscord } from './send-discord.ts';
import { sendTelegram } from './send-telegram.ts';

const SENDERS: Record<Channel, (ctx: OutwardContext, message: AlertMessage) => Promise<ChannelAnswer>> = {
  email: sendAlertMail,
  discord: sendDiscord,
  telegram: sendTelegram,
};

/** Sends a message to a channel that is configured. Never throws for what the other side does. */
export function sendToChannel(
  ctx: OutwardContext,
  channel: Channel,
  message: AlertMessage,
): Promise<ChannelAnswer> {
  return SENDERS[channel](ctx, message);
}
