import { startHttpDouble, type Answer, type HttpDouble, type LoggedRequest } from './http-double.ts';

export interface TelegramServer extends HttpDouble {
  /** `host:port`, for OUTGOING_ALLOW; `url` is for TELEGRAM_URL. */
  host: string;
  botToken: string;
  /** A conversation that the bot is in, one that it was thrown out of, and a group that became a supergroup. */
  chats: { open: string; kicked: string; migrated: string };
  messages: { chatId: string; text: string }[];
}

const TOKEN = '7000000001:AAEsegredo-do_bot';
const CHATS = { open: '-1001000000001', kicked: '-1001000000002', migrated: '-400000003' };
const SUPERGROUP = -1_001_000_000_003;

const refuse = (status: number, description: string, parameters?: object): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});
const LIMITED = refuse(429, 'Too Many Requests: retry after 93', { retry_after: 93 });

/** `sendMessage` of Telegram's Bot API. `failNext({ status: 429 })` limits it. */
export async function startTelegramServer(): Promise<TelegramServer> {
  const messages: TelegramServer['messages'] = [];

  const answer = ({ method, path, body }: LoggedRequest): Answer => {
    const [, token] = /^\/bot(\d+:[\w-]+)\/sendMessage$/.exec(path) ?? [];
    if (method !== 'POST' || token === undefined) return refuse(404, 'Not Found');
    if (token !== TOKEN) return refuse(401, 'Unauthorized');
    const { chat_id: chatId, text } = body as { chat_id?: string; text?: string };
    if (!text) return refuse(400, 'Bad Request: message text is empty');
    if (text.length > 4096) return refuse(400, 'Bad Request: message is too long');
    switch (String(chatId)) {
      case CHATS.open:
        messages.push({ chatId: CHATS.open, text });
        return {
          status: 200,
          body: {
            ok: true,
            result: {
              message_id: messages.length,
              date: 1_795_000_000,
              chat: { id: Number(CHATS.open), type: 'supergroup' },
              text,
            },
          },
        };
      case CHATS.kicked:
        return refuse(403, 'Forbidden: bot was kicked from the supergroup chat');
      case CHATS.migrated:
        return refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
          migrate_to_chat_id: SUPERGROUP,
        });
      default:
        return refuse(400, 'Bad Request: chat not found');
    }
  };

  const double = await startHttpDouble({
    answer,
    errorBody: (status) => (status === 429 ? LIMITED : refuse(status, 'Internal Server Error')).body,
  });
  return { ...double, host: new URL(double.url).host, botToken: TOKEN, chats: CHATS, messages };
}
