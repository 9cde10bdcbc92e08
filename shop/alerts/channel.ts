import type { AlertChannelsTable } from '#db/schema.ts';
import type { OutwardContext, ShopSettings } from '#shop/context.ts';
import type { AlertMessage, ChannelAnswer } from './alert-message.ts';
import { sendAlertMail } from './send-alert-mail.ts';
import { sendDiscord } from './send-discord.ts';
import { sendTelegram } from './send-telegram.ts';

/** The team's own devices are told in another way (`shop/push/tell-staff-devices.ts`). */
export type Channel = Exclude<AlertChannelsTable['channel'], 'push'>;

/** A channel more is its file and one row here. */
export const CHANNELS: Record<Channel, StaffChannel> = {
  email: { isSet: ({ alertEmails }) => alertEmails.length > 0, send: sendAlertMail },
  discord: { isSet: ({ discordWebhook }) => discordWebhook !== null, send: sendDiscord },
  telegram: {
    isSet: ({ telegramBotToken, telegramChatId }) => telegramBotToken !== null && telegramChatId !== null,
    send: sendTelegram,
  },
};

interface StaffChannel {
  /** Whether staff have set everything that it needs. */
  isSet(settings: ShopSettings): boolean;
  /** Never throws for what the other side does. */
  send(ctx: OutwardContext, message: AlertMessage): Promise<ChannelAnswer>;
}

export function usedChannels(settings: ShopSettings): Channel[] {
  return (Object.keys(CHANNELS) as Channel[]).filter((channel) => CHANNELS[channel].isSet(settings));
}
