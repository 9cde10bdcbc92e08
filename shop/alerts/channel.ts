import type { ShopSettings } from '#shop/context.ts';

export const CHANNELS = ['email', 'discord', 'telegram'] as const;
export type Channel = (typeof CHANNELS)[number];

export interface AlertMessage {
  /** Of two messages with one id, a mailbox keeps one. */
  id: string;
  /** Lines without a name, address or document of any buyer (ruling 36). */
  lines: string[];
}

export type ChannelAnswer =
  | { ok: true }
  /** `error`: a sentence for staff, without any secret. `reached`: others of the same channel got the message. */
  | { ok: false; error: string; retryAfterSeconds?: number; reached?: true };

type ChannelSettings = Pick<
  ShopSettings,
  'alertEmails' | 'discordWebhook' | 'telegramBotToken' | 'telegramChatId'
>;

/** Whether staff have set everything that the channel needs. */
export function isConfigured(settings: ChannelSettings, channel: Channel): boolean {
  switch (channel) {
    case 'email':
      return settings.alertEmails.length > 0;
    case 'discord':
      return settings.discordWebhook !== null;
    case 'telegram':
      return settings.telegramBotToken !== null && settings.telegramChatId !== null;
  }
}
